package signatures_test

import (
	"context"
	"testing"

	"ctxpack/signatures"
)

// TestViews: the components of an outline are found without reading its text.
func TestViews(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, path, src        string
		numbered               string
		without, left, heading string // without the declaration of that name; the signature of heading
		signature              string
	}{
		{
			name: "comments and decorators", path: "a.py",
			src: "\"\"\"All of it.\"\"\"\n\n#: The\n#: default.\nlimit = 3\n\n\n# Runs.\n@cached\ndef run(first_argument_of_all: str, " +
				"second_argument_of_all: str, third_argument_of_all_three: str, *args, **options):\n    return 1\n\n\nclass Empty(Base):\n    pass\n\n\n" +
				"class Full:\n    \"\"\"Is full.\"\"\"\n\n    def stop(self):\n        \"\"\"Stops.\"\"\"\n        return 2\n",
			numbered: "\"\"\"All of it.\"\"\"\n#: The default.\n5: limit = 3\n# Runs.\n9: @cached\ndef run(first_argument_of_all: str, " +
				"second_argument_of_all: str, third_argument_of_all_three: str,\n        *args, **options)\n14: class Empty(Base)\n18: class Full:\n    " +
				"\"\"\"Is full.\"\"\"\n21:     def stop(self):\n        \"\"\"Stops.\"\"\"\n",
			without: "run", left: "\"\"\"All of it.\"\"\"\n#: The default.\nlimit = 3\nclass Empty(Base)\nclass Full:\n    \"\"\"Is full.\"\"\"\n    " +
				"def stop(self):\n        \"\"\"Stops.\"\"\"\n",
			heading: "run", signature: "@cached def run(first_argument_of_all: str, second_argument_of_all: str, third_argument_of_all_three: str, *args, **options)",
		},
		{
			name: "docstrings go with what they document", path: "a.py",
			src: "class Full:\n    \"\"\"Is full.\"\"\"\n\n    def stop(self):\n        \"\"\"Stops.\"\"\"\n        return 2\n\n    def " +
				"go(self):\n        return 3\n",
			numbered: "1: class Full:\n    \"\"\"Is full.\"\"\"\n4:     def stop(self):\n        \"\"\"Stops.\"\"\"\n8:     def go(self)\n",
			without:  "stop", left: "class Full:\n    \"\"\"Is full.\"\"\"\n    def go(self)\n",
			heading: "stop", signature: "def stop(self):",
		},
		{
			name: "what follows a signature is not of it", path: "a.ts",
			src: "/** A colour.\n\n    It is mixed. */\nexport enum Colour {\n  Red = 1,\n  Green = 2,\n}\n\nexport class Box<T> {\n  // " +
				"Opens.\n  open(): void {\n    call();\n  }\n\n  first = 1;\n}\n\nexport const a = 1, b = 2;\n",
			numbered: "/** A colour. */\n4: export enum Colour { Red = 1, Green = 2 }\n9: export class Box<T> {\n  // Opens.\n11:   open(): void;\n" +
				"15:   first = 1;\n}\n18: export const a = 1, b = 2;\n",
			without: "open", left: "/** A colour. */\nexport enum Colour { Red = 1, Green = 2 }\nexport class Box<T> {\n  first = 1;\n}\nexport const a = 1, b = 2;\n",
			heading: "Colour", signature: "export enum Colour",
		},
		{
			name: "several names on a line", path: "a.go",
			src:      "package p\n\n// Sizes are known.\nvar Small, Large = 1, 2\n\n// F does a lot of things in a row.\nfunc F() {\n\tcall()\n\tcall()\n}\n",
			numbered: "package p\n// Sizes are known.\n4: var Small, Large = 1, 2\n// F does a lot of things in a row.\n7: func F()\n",
			without:  "Small", left: "package p\n// F does a lot of things in a row.\nfunc F()\n",
			heading: "Large", signature: "var Small, Large = 1, 2",
		},
		{
			name: "headings", path: "a.md",
			src:      "# Title\n\nWhat it is about. And more.\n\n## Use\n\nSome text that is long enough.\n\n## End\n\nMore text.\n",
			numbered: "1: # Title\nWhat it is about.\n5: ## Use\n9: ## End\n",
			without:  "Use", left: "# Title\nWhat it is about.\n## End\n",
			heading: "Title", signature: "# Title",
		},
		{
			name: "a part in another language", path: "a.html",
			src: "<html>\n<head><title>Page</title></head>\n<body>\n<main>\n<script>\n// Adds both.\nfunction add(a, b) {\n  return a + b;\n}\n" +
				"class Box {\n  open() { return call(1, 2, 3); }\n}\n</script>\n</main>\n</body>\n</html>\n",
			numbered: "2: <title>Page</title>\n4: <main>\n  <script>\n    // Adds both.\n7:     function add(a, b);\n10:     class Box {\n11:       " +
				"open();\n    }\n  </script>\n",
			without: "add", left: "<title>Page</title>\n<main>\n  <script>\n    class Box {\n      open();\n    }\n  </script>\n",
			heading: "add", signature: "function add(a, b);",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := signatures.Extract(context.Background(), c.path, c.src)
			if got := (signatures.View{Numbers: true}).Text(o.Symbols, o.Tail); got != c.numbered {
				t.Errorf("with numbers:\n%s\nwant\n%s", got, c.numbered)
			}
			left := signatures.View{Without: func(i int) bool { return o.Symbols[i].Name == c.without }}
			if got := left.Text(o.Symbols, o.Tail); got != c.left {
				t.Errorf("without %s:\n%s\nwant\n%s", c.without, got, c.left)
			}
			for i := range o.Symbols {
				if s := &o.Symbols[i]; s.Name == c.heading && s.Signature() != c.signature {
					t.Errorf("signature %q, want %q", s.Signature(), c.signature)
				}
			}
		})
	}
}

// Without their documentation, short members share lines.
func TestBareMembers(t *testing.T) {
	t.Parallel()
	o := signatures.Extract(t.Context(), "a.rs", `/// A.
pub enum A {
    /// The first one of them.
    FirstOfThem,
    /// One with a value.
    WithAValue(u8),
    /// By another name.
    #[serde(rename = "3")]
    ByAnotherName,
    /// Several of them.
    SeveralOfThem,
    /// A structure of its own.
    Structure { a: u8 },
    /// Long enough for the end of the line.
    LongEnoughForTheEndOfTheLine,
    /// For another line.
    ForAnotherLine,
}
pub struct B {
    /// C.
    pub c: u8,
    pub d: u8,
}
fn long() {
    let a = "a body that makes the file longer than its outline";
    let b = "and another line of it, as all of this is not short";
    println!("{a} {b} {a} {b} {a} {b} {a} {b} {a} {b} {a} {b}");
}
`)
	const want = `pub enum A {
    FirstOfThem, WithAValue(u8),
    #[serde(rename = "3")]
    ByAnotherName,
    SeveralOfThem, Structure { a: u8 }, LongEnoughForTheEndOfTheLine, ForAnotherLine,
}
pub struct B {
    pub c: u8,
    pub d: u8,
}
fn long();
`
	if got := (signatures.View{Bare: true}).Text(o.Symbols, o.Tail); got != want {
		t.Errorf("%s", got)
	}
}
