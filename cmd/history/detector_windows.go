package history

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// shellCommand is the command that runs a line in the system's shell.
const shellCommand = "cmd /c"

// escapes is set if a backslash protects the next character; on Windows it separates folders.
const escapes = false

// shell returns the command that runs a line in the system's shell. The line is passed unchanged,
// because the shell has its own quoting rules.
func shell(ctx context.Context, line string) *exec.Cmd {
	c := exec.CommandContext(ctx, "cmd")
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + line + `"`}
	return c
}

// runGroup runs a command in its own job, which ends with the command. Processes that the command
// starts in the moment before it is added to the job escape.
func runGroup(c *exec.Cmd) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(job) }() // this kills the rest
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return err
	}
	c.Cancel = func() error {
		return errors.Join(windows.TerminateJobObject(job, 1), c.Process.Kill())
	}
	if err := c.Start(); err != nil {
		return err
	}
	if err := assign(job, c.Process.Pid); err != nil {
		return errors.Join(err, c.Process.Kill(), c.Wait())
	}
	if err := c.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	return nil
}

func assign(job windows.Handle, pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid)) // unchanged from the system
	if err != nil {
		return err
	}
	return errors.Join(windows.AssignProcessToJobObject(job, process), windows.CloseHandle(process))
}
