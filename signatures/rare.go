//go:build !nogrammars_rare

package signatures

import (
	"ctxpack/signatures/internal/lang/elixir"
	"ctxpack/signatures/internal/lang/rlang"
	"ctxpack/signatures/internal/lang/scala"
	"ctxpack/signatures/internal/lang/swift"
	"ctxpack/signatures/internal/lang/zig"
	"ctxpack/signatures/internal/outline"
)

// rare returns the languages that the build tag nogrammars_rare excludes: their grammars are large, and most
// repositories have no such file.
func rare() []*outline.Spec {
	return []*outline.Spec{elixir.Spec(), rlang.Spec(), scala.Spec(), swift.Spec(), zig.Spec()}
}
