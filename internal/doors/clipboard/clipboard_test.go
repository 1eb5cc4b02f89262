package clipboard

import (
	"encoding/base64"
	"errors"
	"runtime"
	"strings"
	"testing"
)

func TestCopy(t *testing.T) {
	t.Parallel()
	failed := errors.New("no display")
	text := "a bundle\n"
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	for _, tt := range []struct {
		name     string
		env      map[string]string
		terminal bool
		native   error
		through  bool   // the terminal
		starts   string // of what the terminal gets
		err      error
	}{
		{name: "at the machine", terminal: true},
		{name: "without a terminal"},
		{name: "without a display", terminal: true, native: failed, through: true, starts: "\x1b]52;c;" + encoded + "\x07"},
		{name: "without both", native: failed, err: failed},
		{name: "over SSH", env: map[string]string{"SSH_TTY": "/dev/pts/1"}, terminal: true, through: true, starts: "\x1b]52;c;" + encoded + "\x07"},
		{name: "over SSH without a terminal", env: map[string]string{"SSH_CONNECTION": "1"}},
		{name: "over SSH in tmux", env: map[string]string{"SSH_CONNECTION": "1", "TMUX": "x"}, terminal: true, through: true, starts: "\x1bPtmux;\x1b\x1b]52;c;"},
		{name: "over SSH in screen", env: map[string]string{"SSH_CONNECTION": "1", "STY": "x"}, terminal: true, through: true, starts: "\x1bP\x1b]52;c;"},
	} {
		var screen strings.Builder
		copied := ""
		p := Place{Getenv: func(name string) string { return tt.env[name] }, native: func(text string) error {
			if tt.native == nil {
				copied = text
			}
			return tt.native
		}}
		if tt.terminal {
			p.Terminal = &screen
		}
		through, err := p.Copy(text)
		if through != tt.through || !errors.Is(err, tt.err) {
			t.Errorf("%s: %t, %v", tt.name, through, err)
		}
		if !through && err == nil && copied != text {
			t.Errorf("%s: the clipboard has %q", tt.name, copied)
		}
		if !strings.HasPrefix(screen.String(), tt.starts) || tt.starts == "" && screen.Len() > 0 {
			t.Errorf("%s: the terminal gets %q", tt.name, screen.String())
		}
	}
}

func TestCopySaysThatThereIsNoDisplay(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("a display needs no variable here")
	}
	failed := errors.New("exit status 1")
	for display, want := range map[string]bool{"": true, ":0": false} {
		p := Place{Getenv: func(name string) string {
			if name == "DISPLAY" {
				return display
			}
			return ""
		}, native: func(string) error { return failed }}
		_, err := p.Copy("text")
		if !errors.Is(err, failed) || strings.Contains(err.Error(), "there is no display") != want {
			t.Errorf("DISPLAY=%s: %v", display, err)
		}
	}
}
