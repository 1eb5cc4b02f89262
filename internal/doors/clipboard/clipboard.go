// Package clipboard puts texts on the user's clipboard: by the system's own means, or over SSH through the terminal
// (OSC 52), which has the clipboard of the machine that the user sits at.
//
// The system's means are programs on most systems (pbcopy, wl-copy, xclip, xsel), which
// are found on the PATH and get the text on their standard input: it is the only place
// where this program starts another, and only where a user asked for it.
package clipboard

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
)

// ErrNone is the error of a place that has neither a clipboard nor a terminal.
var ErrNone = errors.New("there is no clipboard: neither a program that has it (wl-copy, xclip, xsel) nor a terminal")

// TerminalLimit is how many bytes any terminal takes that knows OSC 52; xterm and others ignore longer texts.
const TerminalLimit = 74_994

// Place is the information about where the program runs.
type Place struct {
	Terminal io.Writer                // of the user; nil if there is none
	Getenv   func(name string) string // of the environment

	native func(text string) error // of tests
}

// NoDisplay reports whether the clipboard of a display is out of reach: programs that have
// it find the display by these variables, but for systems that have one without them.
func (p Place) NoDisplay() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "darwin" && p.Getenv("DISPLAY") == "" && p.Getenv("WAYLAND_DISPLAY") == ""
}

// Copy puts a text on the clipboard. It reports whether that went through the terminal,
// which does not say whether it took the text.
func (p Place) Copy(text string) (terminal bool, err error) {
	remote := p.Getenv("SSH_CONNECTION") != "" || p.Getenv("SSH_TTY") != ""
	if !remote || p.Terminal == nil {
		native := p.native
		if native == nil && !clipboard.Unsupported {
			native = clipboard.WriteAll
		}
		if native != nil {
			if err = native(text); err != nil && p.NoDisplay() {
				err = fmt.Errorf("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): %w", err)
			}
			if err == nil || p.Terminal == nil {
				return false, err
			}
		}
	}
	if p.Terminal == nil {
		return false, ErrNone
	}
	sequence := osc52.New(text)
	switch { // which pass on only sequences wrapped for them
	case p.Getenv("TMUX") != "":
		sequence = sequence.Tmux()
	case p.Getenv("STY") != "":
		sequence = sequence.Screen()
	}
	_, err = sequence.WriteTo(p.Terminal)
	return true, err
}
