package pack

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/contrib"
	"ctxpack/internal/doors/clients"
	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/text/mapped"
)

// kept is the suffix of backups of settings.
const kept = ".before-ctxpack"

// installing holds the options for changing a client's settings.
type installing struct {
	client clients.Client
	remove bool
	print  bool // only show the change
	yes    bool // do not ask
	s      *cli.Streams
}

// newInstalling returns the command that adds this program to a client's settings, or removes it.
func newInstalling(s *cli.Streams, use string, remove bool) *cobra.Command {
	cmd, i := &cobra.Command{Use: use}, &installing{s: s, remove: remove}
	if cmd.Args = cobra.MaximumNArgs(1); remove {
		cmd.Args = oneClient
	}
	cmd.ValidArgs = clientNames()
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cli.RunFailure(listClients(s))
		}
		var err error
		if i.client, err = clientOf(args[0]); err != nil {
			return err
		}
		return cli.RunFailure(i.run())
	}
	cmd.Flags().BoolVar(&i.print, "print", false, "show the change, and write nothing")
	cmd.Flags().BoolVarP(&i.yes, "yes", "y", false, "write without asking")
	return cmd
}

// system returns this system.
func system() clients.System {
	home, _ := os.UserHomeDir() // without a home folder, paths start at the root folder, where nothing is found
	return clients.System{OS: runtime.GOOS, Home: home, Get: os.Getenv}
}

func clientNames() []string {
	return mapped.Of(clients.All(system()), func(c clients.Client) string { return c.Name })
}

// clientOf returns the client with a name.
func clientOf(name string) (clients.Client, error) {
	c, ok := clients.Named(name, system())
	if !ok {
		return c, cli.Usagef("no client is called %q: it is one of %s", name, strings.Join(clientNames(), ", "))
	}
	return c, nil
}

// listClients prints the clients, their settings files, and whether the server is set up in them.
func listClients(s *cli.Streams) error {
	table := cli.NewTable(s.Out)
	for _, c := range clients.All(system()) {
		state := "no settings"
		if data, err := os.ReadFile(c.Settings); err == nil {
			state = "not installed"
			if without, err := c.Remove(string(data)); err == nil && without != string(data) {
				state = "installed"
			}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", c.Name, c.Title, state, c.Settings)
	}
	return table.Flush()
}

func (i *installing) run() error {
	path := i.client.Settings
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", path, cli.PlainPathError(err))
	}
	was := string(old)
	var now string
	if i.remove {
		now, err = i.client.Remove(was)
	} else {
		now, err = i.client.Add(was, program())
	}
	if err != nil {
		return fmt.Errorf("%s: %w: nothing was changed", path, err)
	}
	skill, err := i.skill()
	if err != nil {
		return err
	}
	i.show(path, was, now, skill)
	switch {
	case now == was && len(skill) == 0, i.print:
		return nil
	case !i.yes && !i.s.InTerminal:
		return cli.Usagef("cannot ask here: --yes writes the change, --print only shows it")
	case !i.yes && !i.agreed():
		fmt.Fprintln(i.s.Err, "ctxpack: nothing was changed")
		return nil
	}
	return i.write(path, was, now, skill)
}

// program returns the command that starts this program: its name if it is on the PATH, else its path.
func program() string {
	own, err := os.Executable()
	if err != nil {
		return clients.Server
	}
	if found, err := exec.LookPath(clients.Server); err == nil {
		a, errA := os.Stat(own)
		b, errB := os.Stat(found)
		if errA == nil && errB == nil && os.SameFile(a, b) {
			return clients.Server
		}
	}
	return own
}

// show prints the added and removed lines.
func (i *installing) show(path, was, now string, skill []atomicfile.File) {
	if now == was {
		fmt.Fprintf(i.s.Out, "%s stays as it is\n", path)
	} else {
		goes, comes := changed(was, now)
		fmt.Fprintln(i.s.Out, path)
		i.lines("-", goes)
		i.lines("+", comes)
	}
	for _, f := range skill {
		fmt.Fprintln(i.s.Out, f.Path)
	}
}

// changed returns only the differing pieces of two texts: settings on a single line may contain
// other programs' secrets.
func changed(was, now string) (goes, comes string) {
	from := 0
	for from < min(len(was), len(now)) && was[from] == now[from] {
		from++
	}
	was, now = was[from:], now[from:]
	for was != "" && now != "" && was[len(was)-1] == now[len(now)-1] {
		was, now = was[:len(was)-1], now[:len(now)-1]
	}
	return was, now
}

func (i *installing) lines(sign, text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.Trim(line, " \t,") != "" {
			fmt.Fprintf(i.s.Out, "%s %s\n", sign, line)
		}
	}
}

// agreed asks for permission to write.
func (i *installing) agreed() bool {
	fmt.Fprint(i.s.Err, "write this? [y/N] ")
	answer, _ := bufio.NewReader(i.s.In).ReadString('\n') // no answer means no
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// skill returns the files of the skill to write or remove. It removes only unmodified files.
func (i *installing) skill() ([]atomicfile.File, error) {
	if i.client.Skills == "" {
		return nil, nil
	}
	var files []atomicfile.File
	err := fs.WalkDir(contrib.Skill, "skill", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(contrib.Skill, name)
		if err != nil {
			return err
		}
		f := atomicfile.File{Path: filepath.Join(i.client.Skills, clients.Server, filepath.FromSlash(strings.TrimPrefix(name, "skill/"))), Data: string(data)}
		there, err := os.ReadFile(f.Path)
		if same := err == nil && string(there) == f.Data; same == i.remove {
			files = append(files, f)
		}
		return nil
	})
	return files, err
}

func (i *installing) write(path, was, now string, skill []atomicfile.File) error {
	if now != was {
		if err := keep(path, was); err != nil {
			return err
		}
		if err := writeBelow(atomicfile.File{Path: path, Data: now}); err != nil {
			return err
		}
		fmt.Fprintf(i.s.Err, "ctxpack: wrote %s\n", path)
	}
	for _, f := range skill {
		if !i.remove {
			if err := writeBelow(f); err != nil {
				return err
			}
			continue
		}
		if err := os.Remove(f.Path); err != nil {
			return fmt.Errorf("remove %s: %w", f.Path, cli.PlainPathError(err))
		}
	}
	if i.remove {
		for _, folder := range []string{"references", ""} { // remove the folders that are now empty
			_ = os.Remove(filepath.Join(i.client.Skills, clients.Server, folder))
		}
	}
	return nil
}

func writeBelow(f atomicfile.File) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
		return fmt.Errorf("make the folder of %s: %w", f.Path, cli.PlainPathError(err))
	}
	return atomicfile.Write(f)
}

// keep backs up settings, with permissions that do not let additional users read them.
func keep(path, was string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.WriteFile(path+kept, []byte(was), info.Mode().Perm()&^0o077)
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", path, cli.PlainPathError(err))
	}
	return nil
}
