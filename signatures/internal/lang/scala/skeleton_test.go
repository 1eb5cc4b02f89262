package scala

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonScala(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "a.scala", Src: "package a\nclass B(c: Char = '}') {\n  val d = 's\n  // }\n}\n", Want: "package a\nclass B(c: Char = '}') {\n\n\n}\n"},
		{Name: "kept", Path: "a.scala", Src: "package a {\n  package object b { def c = { d } }\n  extension (e: E) { def f = { g } }\n}\n",
			Want: "package a {\n  package object b { def c = { } }\n  extension (e: E) { def f = { } }\n}\n"},
		{Name: "import", Path: "a.scala", Src: "import a.{b, c => d}, e.{f}\nobject G { h }\n", Want: "import a.{b, c => d}, e.{f}\nobject G { }\n"},
		{Name: "object with main", Path: "a.scala", Src: "object A { def main(a: Array[String]): Unit = { b } }\n",
			Want: "object A { def main(a: Array[String]): Unit = { } }\n"},
		{Name: "not empty", Path: "a.scala", Src: "val a = b match { case c => d { e } }\nval f = for { g <- h } yield i\n",
			Want: "val a = b match { case c => d { } }\nval f = for { g <- h } yield i\n"},
		{Name: "strings", Path: "a.scala", Src: "val a = \"${\"\nval b = s\"${c(\"}\")} \\\" {\"\nval d = \"\"\"{ \\\"\"\"\"\n",
			Want: "val a = \"${\"\nval b = s\"${c(\"}\")} \\\" {\"\nval d = \"\"\"{ \\\"\"\"\"\n"},
		{Name: "name", Path: "a.scala", Src: "val `{'` = 1\n", Want: "val `{'` = 1\n"},
		{Name: "nested comment", Path: "a.scala", Src: "/* /* { */ { */\nval a = 1\n", Want: "/* /* { */ { */\nval a = 1\n"},
		{Name: "open string", Path: "a.scala", Src: "val a = \"\n\"\n", Want: ""},
		{Name: "open raw string", Path: "a.scala", Src: "val a = \"\"\" \"\" \n", Want: ""},
	})
}
