package signatures

import (
	"context"
	"reflect"
	"strings"
	"testing"
)

func TestMarkers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path, src string
		want      []Marker
	}{
		{"a.go", "package a // TODO: x\n\n/* FIXME\nHACK XXX */\nvar s = \"TODO\"\n",
			[]Marker{{Line: 1, Word: "TODO"}, {Line: 3, Word: "FIXME"}, {Line: 4, Word: "HACK"}, {Line: 4, Word: "XXX"}}},
		{"a.go", "package a // TODOS aTODO TODO_x XXXX todo (TODO)\n", []Marker{{Line: 1, Word: "TODO"}}},
		{"a.py", "# FIXME\ns = '# TODO'\n", []Marker{{Line: 1, Word: "FIXME"}}},
		{"a.bat", "REM TODO\necho XXX\n", []Marker{{Line: 1, Word: "TODO"}}},
		{"a.zig", "const a = \"// TODO\"; // FIXME\nconst url = \"x\"; // see http://x/TODO\n", []Marker{{Line: 1, Word: "FIXME"}, {Line: 2, Word: "TODO"}}},
		{"a.ini", "; TODO one\nkey = TODO\n", []Marker{{Line: 1, Word: "TODO"}}},
		{"a.html", "<p>TODO</p>\n<!-- TODO\nHACK -->\n", []Marker{{Line: 2, Word: "TODO"}, {Line: 3, Word: "HACK"}}},
		{"a.sql", "-- TODO\nselect 'XXX' /* FIXME */;\n", []Marker{{Line: 1, Word: "TODO"}, {Line: 2, Word: "FIXME"}}},
		{"a.sh", "echo a#TODO # TODO\n", []Marker{{Line: 1, Word: "TODO"}}},
		{"a.go", strings.Repeat("x", 1<<20) + "\n// TODO\n", []Marker{{Line: 2, Word: "TODO"}}},
		{"a.rs", "fn f() {} // ÄTODO TODOß TODO…\n", []Marker{{Line: 1, Word: "TODO"}}},
	} {
		o := Extract(context.Background(), test.path, test.src)
		if !reflect.DeepEqual(o.Markers, test.want) {
			t.Errorf("%s %.60q: markers %v, want %v", test.path, test.src, o.Markers, test.want)
		}
	}
}
