package cli

import "golang.org/x/sys/windows"

// foreign reports whether an existing file belongs to somebody other than the user, the administrators and the
// system. On file systems without owners (FAT), everyone owns every file, which proves nothing.
func foreign(path string) bool {
	owner := ownerOf(path)
	if owner == nil || owner.IsWellKnown(windows.WinWorldSid) {
		return false
	}
	if owner.IsWellKnown(windows.WinBuiltinAdministratorsSid) || owner.IsWellKnown(windows.WinLocalSystemSid) {
		return false
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	return err == nil && !owner.Equals(user.User.Sid)
}

// ownerOf returns the owner of a file, or of a link itself; nil if unknown.
func ownerOf(path string) *windows.SID {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil
	}
	const all = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	file, err := windows.CreateFile(name, windows.READ_CONTROL, all, nil, windows.OPEN_EXISTING,
		windows.FILE_FLAG_BACKUP_SEMANTICS|windows.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = windows.CloseHandle(file) }() // opened read-only
	security, err := windows.GetSecurityInfo(file, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return nil
	}
	owner, _, err := security.Owner()
	if err != nil {
		return nil
	}
	return owner
}
