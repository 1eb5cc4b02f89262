package signatures

import (
	"strings"
	"testing"
)

// A text made to be looked at over and over keeps its length, and ends: what was
// quadratic took a minute at a size of 64 KB.
func TestBodiesOfRepeatedParts(t *testing.T) {
	t.Parallel()
	const size = 1 << 13
	units := []string{
		"a\n", "\n", "a<\n", "a,\n", "public\n", "class A\n", "class A {", "class A {\n}", "{", "}", "(", `"${`, "/", "=/",
		"'", "'''", `"""`, "@A(", "@a\n", "def x(", "int a\n\n\n", "enum E {A,", "/**", "$/", "#expect(", `\(`, "fun a() {",
	}
	for _, unit := range units {
		src := strings.Repeat(unit, size/len(unit))
		for _, name := range []string{"Groovy", "Kotlin", "Swift", "Scala"} {
			got := specFor(name).Bodies(src)
			if len(got) != len(src) {
				t.Errorf("%s %q: %d bytes became %d", name, unit, len(src), len(got))
			}
		}
	}
}

// What holds members is kept, what holds statements is emptied, comments stay.
func TestBodies(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ language, src, want string }{
		{"Kotlin", "class A(f: F = F {x}) : B() { fun f() { a /* b */ } }", "class A(f: F = F { }) : B() { fun f() {   /* b */ } }"},
		{"Kotlin", `fun f() = "}${g { "}" }}"; object : X { a }`, `fun f() = "}${g { "}" }}"; object : X {   }`},
		{"Kotlin", "class A internal constructor() : B { val a = object : C { val b = 1 } }", "class A internal constructor() : B { val a = object : C {           } }"},
		{"Swift", "protocol P { var a: Int { get set }; func b() { c } }", "protocol P { var a: Int { get set }; func b() {   } }"},
		{"Swift", `struct S { class func a() { "\(b { "}" })" } }`, `struct S { class func a() {                } }`},
		{"Scala", "object A extends B { def c = { d }; given E with { def f = 1 } }", "object A extends B { def c = {   }; given E with { def f = 1 } }"},
		{"Groovy", "class A {\n    A(int x) { y }\n  def b = [1, 2]\n}", "class A {\ndef x(     ) {   }\n  def x = [    ]\n}"},
	} {
		got := specFor(test.language).Bodies(test.src)
		if got != test.want {
			t.Errorf("%s:\n got %q\nwant %q", test.language, got, test.want)
		}
	}
}
