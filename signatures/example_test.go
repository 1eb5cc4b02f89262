package signatures_test

import (
	"context"
	"fmt"

	"ctxpack/signatures"
)

const source = `// Package shapes draws.
package shapes

import "math"

// A Circle is round.
type Circle struct {
	Radius float64
	cached float64
}

// Area is in the square of the radius' unit.
func (c *Circle) Area() float64 {
	return math.Pi * c.Radius * c.Radius // TODO: cache
}
`

func ExampleExtract() {
	o := signatures.Extract(context.Background(), "shapes.go", source)
	fmt.Print(o.Text())
	// Output:
	// // Package shapes draws.
	// package shapes
	// // A Circle is round.
	// type Circle struct {
	// 	Radius float64
	// 	…
	// }
	// // Area is in the square of the radius' unit.
	// func (c *Circle) Area() float64
}

func ExampleSymbol() {
	for _, s := range signatures.Extract(context.Background(), "shapes.go", source).Symbols {
		fmt.Println(s.Kind, s.Parent, s.Name, "lines", s.StartLine, "to", s.EndLine)
	}
	// Output:
	// struct  Circle lines 6 to 10
	// field Circle Radius lines 8 to 8
	// method Circle Area lines 12 to 15
}

func ExampleExtractFacts() {
	o, _ := signatures.ExtractFacts(context.Background(), "shapes.go", source)
	fmt.Println(o.Language, o.Package, o.Imports[0].Specifier, o.Exports, o.Markers[0].Word)
	// Output: Go shapes math [Circle] TODO
}

func ExampleLanguage() {
	fmt.Println(signatures.Language("tool", "#!/usr/bin/env python3\n"))
	// Output: Python
}

func ExampleFirstLines() {
	fmt.Printf("%q", signatures.FirstLines("a\nb\nc\n", 2))
	// Output: "a\nb\n"
}
