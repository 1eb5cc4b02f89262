package cli

import (
	"golang.org/x/sys/windows"
)

// foreign reports whether a file is there and belongs to neither the user, nor the administrators, nor the system.
// Where files have no owner (FAT), all belong to everyone, which says nothing.
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

// ownerOf returns who owns a file, or a link itself; nil if that cannot be told.
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
	defer func() { _ = windows.CloseHandle(file) }() // opened for reading only
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
