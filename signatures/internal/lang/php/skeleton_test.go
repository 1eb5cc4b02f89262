package php

import (
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/lex/lextest"
)

func TestSkeletonPHP(t *testing.T) {
	t.Parallel()
	lextest.Run(t, func(string) *lex.Rules { return skeleton() }, []lextest.Case{
		{Name: "class", Path: "a.php", Src: "<?php\nclass A {\n  const B = '}';\n  # }\n}\n", Want: "<?php\nclass A {\n\n\n}\n"},
		{Name: "blocks", Path: "a.php", Src: "<?php\nnamespace A { if (!class_exists(B::class)) { function c() { d(); } } else { e(); } }\n",
			Want: "<?php\nnamespace A { if (!class_exists(B::class)) { function c() { } } else { e(); } }\n"},
		{Name: "closure in a condition", Path: "a.php", Src: "<?php if (a(function () { return 1; })) { }\n", Want: "<?php if (a(function () { })) { }\n"},
		{Name: "group of uses", Path: "a.php", Src: "<?php use A\\{B, C};\n", Want: "<?php use A\\{B, C};\n"},
		{Name: "attribute", Path: "a.php", Src: "<?php #[A('{')]\nfunction b() { } #c {\n", Want: "<?php #[A('{')]\nfunction b() { } #c {\n"},
		{Name: "string with braces", Path: "a.php", Src: "<?php $a = \"{$b[\"}\"]} ${c} {\";\n", Want: "<?php $a = \"{$b[\"}\"]} ${c} {\";\n"},
		{Name: "heredoc", Path: "a.php", Src: "<?php f(<<<'A'\n { AB\n  A, 1);\n", Want: "<?php f(<<<'A'\n { AB\n  A, 1);\n"},
		{Name: "page", Path: "a.php", Src: "<b>{it's</b>\n<?php function a() { // b ?> } ' <?php } ?>\n{ '\n",
			Want: "<b>{it's</b>\n<?php function a() { } ?>\n{ '\n"},
		{Name: "no code", Path: "a.php", Src: "it's {\n", Want: "it's {\n"},
		{Name: "open heredoc", Path: "a.php", Src: "<?php $a = <<<A\n B\n", Want: ""},
		{Name: "open string", Path: "a.php", Src: "<?php $a = 'a\n", Want: ""},
		{Name: "open hole", Path: "a.php", Src: "<?php $a = \"{$b\";\n", Want: ""},
	})
}
