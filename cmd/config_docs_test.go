package cmd

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
)

const (
	examplePath   = "../.handover.yml.example"
	referencePath = "../docs/configuration.md"
)

func TestExampleFile(t *testing.T) {
	t.Parallel()
	if *Update {
		if err := os.WriteFile(examplePath, []byte(cli.Keys().Example()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != cli.Keys().Example() {
		t.Errorf("%s is not what Example returns; run the test with -update", examplePath)
	}
}

// referenceTables writes the table of each section for the reference.
func referenceTables() string {
	section := func(k config.Key) string { return k.Path[:strings.LastIndexByte(k.Path, '.')] }
	all := cli.Keys().Keys()
	var order []string
	for _, k := range all {
		if !slices.Contains(order, section(k)) {
			order = append(order, section(k))
		}
	}
	slices.SortStableFunc(all, func(a, b config.Key) int {
		return cmp.Compare(slices.Index(order, section(a)), slices.Index(order, section(b)))
	})
	var b strings.Builder
	last := ""
	for _, k := range all {
		at := section(k)
		if at != last {
			last = at
			b.WriteString("\n### " + at + "\n\n" + cli.Keys().Sections()[at] + "\n\n| key | value | default | variable | meaning |\n|---|---|---|---|---|\n")
		}
		initial := k.Default
		if initial == "" {
			initial = `""`
		}
		// The page gives the limits that all values of a type have once.
		value := k.Type + " " + strings.TrimSuffix(k.Range, " to 2,147,483,647")
		switch {
		case k.Type == "choice":
			value = "`" + strings.Join(k.Choices, "`, `") + "`"
		case k.Type == "boolean", k.Type == "globs", k.Type == "text", at == "context.weights":
			value = k.Type
		}
		b.WriteString("| `" + k.Path[len(at)+1:] + "` | " + value + " | `" + initial + "` | `" + k.Env + "` | " + k.Comment + " |\n")
	}
	return b.String() + "\n"
}

func TestReference(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"
	data, err := os.ReadFile(referencePath)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s lacks the marks of the tables", referencePath)
	}
	want := before + begin + referenceTables() + end + after
	if *Update {
		if err := os.WriteFile(referencePath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(data) != want {
		t.Errorf("the tables of %s are not those of the keys; run the test with -update", referencePath)
	}
}
