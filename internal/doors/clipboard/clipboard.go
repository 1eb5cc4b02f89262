// Package clipboard copies text to the user's clipboard: by the system's clipboard program, or over SSH through the
// terminal (OSC 52), which has the clipboard of the user's own machine.
//
// On most systems it runs a program from the PATH (pbcopy, wl-copy, xclip, xsel) with the text on standard input.
// This is the only place where ctxpack starts another program, and only if the user asked for it.
package clipboard

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
)

// ErrNone reports that there is neither a clipboard nor a terminal.
var ErrNone = errors.New("there is no clipboard: neither a program for it (wl-copy, xclip, xsel) nor a terminal")

// TerminalLimit is the largest text in bytes that every terminal with OSC 52 accepts; xterm and
// others ignore longer ones.
const TerminalLimit = 74_994

// Place describes the environment of the program.
type Place struct {
	Terminal io.Writer                // the user's; nil if there is none
	Getenv   func(name string) string // reads the environment

	native func(text string) error // for tests
}

// NoDisplay reports whether the display's clipboard is unreachable: clipboard programs find the
// display by these variables, except on systems that need none.
func (p Place) NoDisplay() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "darwin" && p.Getenv("DISPLAY") == "" && p.Getenv("WAYLAND_DISPLAY") == ""
}

// Copy copies a text to the clipboard. It reports whether the text went through the terminal, which
// does not confirm that it accepted the text.
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
	switch { // multiplexers pass on only wrapped sequences
	case p.Getenv("TMUX") != "":
		sequence = sequence.Tmux()
	case p.Getenv("STY") != "":
		sequence = sequence.Screen()
	}
	_, err = sequence.WriteTo(p.Terminal)
	return true, err
}
