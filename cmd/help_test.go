package cmd

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestHelpIsOrdered finds commands without a heading, flags of pack that are under
// none, and names in the tables that do not exist.
func TestHelpIsOrdered(t *testing.T) {
	t.Parallel()
	root := Root()
	flags := map[string]bool{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" { // a section of another name
			t.Errorf("%s: help.txt has no section", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			flags[f.Name] = true
			if c.Name() == "completion" || c.HasParent() && c.Parent().Name() == "completion" {
				return
			}
			if name, _ := pflag.UnquoteUsage(f); name == "string" {
				t.Errorf("%s: the value of --%s has no name", c.CommandPath(), f.Name)
			}
		})
		for _, below := range c.Commands() {
			visit(below)
		}
	}
	visit(root)
	for _, c := range root.Commands() {
		if c.GroupID == "" && !c.Hidden {
			t.Errorf("%s stands below no heading: see commandGroups", c.Name())
		}
	}
	grouped := []string{allFlag, "help", "jobs", "preset", "profile"}
	for _, name := range firstFlags {
		if !flags[name] {
			t.Errorf("no command has the flag --%s, which help knows", name)
		}
	}
	for _, g := range flagGroups {
		grouped = append(grouped, g.names...)
		for _, name := range g.names {
			if !flags[name] {
				t.Errorf("no command has the flag --%s of %q", name, g.title)
			}
		}
	}
	pack, _, err := root.Find([]string{"pack"})
	if err != nil {
		t.Fatal(err)
	}
	pack.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(grouped, f.Name) {
			t.Errorf("pack --%s stands below no heading: see flagGroups", f.Name)
		}
	})
}

// An option that is set once is a setting, not a flag.
func TestFewFlags(t *testing.T) {
	t.Parallel()
	const most = 40
	pack, _, err := Root().Find([]string{"pack"})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	count := func(f *pflag.Flag) {
		if !f.Hidden {
			n++
		}
	}
	pack.InitDefaultHelpFlag()
	pack.LocalFlags().VisitAll(count)
	pack.InheritedFlags().VisitAll(count)
	if n > most {
		t.Errorf("pack has %d flags, of at most %d", n, most)
	}
}
