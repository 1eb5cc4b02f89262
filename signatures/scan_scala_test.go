package signatures

import (
	"reflect"
	"testing"
)

func TestSkeletonScala(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonScala() }, []skeletonTest{
		{"class", "a.scala", "package a\nclass B(c: Char = '}') {\n  val d = 's\n  // }\n}\n", "package a\nclass B(c: Char = '}') {\n\n\n}\n"},
		{"kept", "a.scala", "package a {\n  package object b { def c = { d } }\n  extension (e: E) { def f = { g } }\n}\n", "package a {\n  package object b { def c = {} }\n  extension (e: E) { def f = {} }\n}\n"},
		{"import", "a.scala", "import a.{b, c => d}, e.{f}\nobject G { h }\n", "import a.{b, c => d}, e.{f}\nobject G {}\n"},
		{"object with main", "a.scala", "object A { def main(a: Array[String]): Unit = { b } }\n", "object A { def main(a: Array[String]): Unit = {} }\n"},
		{"not empty", "a.scala", "val a = b match { case c => d { e } }\nval f = for { g <- h } yield i\n", "val a = b match { case c => d {} }\nval f = for { g <- h } yield i\n"},
		{"strings", "a.scala", "val a = \"${\"\nval b = s\"${c(\"}\")} \\\" {\"\nval d = \"\"\"{ \\\"\"\"\"\n", "val a = \"${\"\nval b = s\"${c(\"}\")} \\\" {\"\nval d = \"\"\"{ \\\"\"\"\"\n"},
		{"name", "a.scala", "val `{'` = 1\n", "val `{'` = 1\n"},
		{"nested comment", "a.scala", "/* /* { */ { */\nval a = 1\n", "/* /* { */ { */\nval a = 1\n"},
		{"open string", "a.scala", "val a = \"\n\"\n", ""},
		{"open raw string", "a.scala", "val a = \"\"\" \"\" \n", ""},
	})
}

func TestImportsInBodiesScala(t *testing.T) {
	t.Parallel()
	const src = `package a
class B {
  import c.D
  import e._, f.{g, h => i,
    j => _ /* TODO } */, _}; k()
  "import x.y"
  // import x.y
  def l = { import m.n; important (o) }
  import p.
    ` + "`type`" + `.q // XXX
}
`
	got, exact := Scan(t.Context(), "a.scala", src)
	want := Extract(t.Context(), "a.scala", src)
	if exact || len(want.Imports) == 0 || !reflect.DeepEqual(place(got), place(want)) {
		t.Errorf("scan    %+v\nextract %+v", place(got), place(want))
	}
}
