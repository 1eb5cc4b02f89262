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
)

// kept is what the name of the copy of old settings ends with.
const kept = ".before-ctxpack"

// installing is how the settings of a client are changed.
type installing struct {
	client clients.Client
	remove bool
	print  bool // only show the change
	yes    bool // do not ask
	s      *cli.Streams
}

func newMCPInstall(s *cli.Streams) *cobra.Command {
	return newInstalling(s, &cobra.Command{Use: "install [CLIENT]"}, false)
}

func newMCPUninstall(s *cli.Streams) *cobra.Command {
	return newInstalling(s, &cobra.Command{Use: "uninstall CLIENT"}, true)
}

func newInstalling(s *cli.Streams, cmd *cobra.Command, remove bool) *cobra.Command {
	i := &installing{s: s, remove: remove}
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

// system is this one.
func system() clients.System {
	home, _ := os.UserHomeDir() // without it the paths are those of the root folder, in which nothing is
	return clients.System{OS: runtime.GOOS, Home: home, Get: os.Getenv}
}

func clientNames() (names []string) {
	for _, c := range clients.All(system()) {
		names = append(names, c.Name)
	}
	return names
}

// clientOf is the client of a name.
func clientOf(name string) (clients.Client, error) {
	c, ok := clients.Named(name, system())
	if !ok {
		return c, cli.Usagef("no client is called %q: it is one of %s", name, strings.Join(clientNames(), ", "))
	}
	return c, nil
}

// listClients prints the clients, where their settings are, and whether the server is in them.
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
		return cli.Usagef("nobody can be asked here: --yes writes it, --print only shows it")
	case !i.yes && !i.agreed():
		fmt.Fprintln(i.s.Err, "ctxpack: nothing was changed")
		return nil
	}
	return i.write(path, was, now, skill)
}

// program is how a client starts this program: by its name where that is found.
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

// show reports which lines come and go.
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

// changed returns the pieces in which two texts differ, and nothing that is next to them:
// settings on a single line may hold secrets of others.
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

// agreed asks whether to write.
func (i *installing) agreed() bool {
	fmt.Fprint(i.s.Err, "write this? [y/N] ")
	answer, _ := bufio.NewReader(i.s.In).ReadString('\n') // nothing is no
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// skill are the files of the skill that are to be written, or to be taken away: these only
// if they are as they were written.
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
		for _, folder := range []string{"references", ""} { // those that are empty now
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

// keep keeps settings as they were, for nobody who could not read them.
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
