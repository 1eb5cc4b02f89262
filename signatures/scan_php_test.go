package signatures

import (
	"reflect"
	"testing"
)

func TestSkeletonPHP(t *testing.T) {
	t.Parallel()
	skeletonTests(t, func(string) *skeletonRules { return skeletonPHP() }, []skeletonTest{
		{"class", "a.php", "<?php\nclass A {\n  const B = '}';\n  # }\n}\n", "<?php\nclass A {\n\n\n}\n"},
		{"blocks", "a.php", "<?php\nnamespace A { if (!class_exists(B::class)) { function c() { d(); } } else { e(); } }\n", "<?php\nnamespace A { if (!class_exists(B::class)) { function c() {} } else { e(); } }\n"},
		{"closure in a condition", "a.php", "<?php if (a(function () { return 1; })) { }\n", "<?php if (a(function () {})) { }\n"},
		{"group of uses", "a.php", "<?php use A\\{B, C};\n", "<?php use A\\{B, C};\n"},
		{"attribute", "a.php", "<?php #[A('{')]\nfunction b() { } #c {\n", "<?php #[A('{')]\nfunction b() {} #c {\n"},
		{"string with braces", "a.php", "<?php $a = \"{$b[\"}\"]} ${c} {\";\n", "<?php $a = \"{$b[\"}\"]} ${c} {\";\n"},
		{"heredoc", "a.php", "<?php f(<<<'A'\n { AB\n  A, 1);\n", "<?php f(<<<'A'\n { AB\n  A, 1);\n"},
		{"page", "a.php", "<b>{it's</b>\n<?php function a() { // b ?> } ' <?php } ?>\n{ '\n", "<b>{it's</b>\n<?php function a() {} ?>\n{ '\n"},
		{"no code", "a.php", "it's {\n", "it's {\n"},
		{"open heredoc", "a.php", "<?php $a = <<<A\n B\n", ""},
		{"open string", "a.php", "<?php $a = 'a\n", ""},
		{"open hole", "a.php", "<?php $a = \"{$b\";\n", ""},
	})
}

func TestIncludesInBodiesPHP(t *testing.T) {
	t.Parallel()
	const src = `<?php
function f() {
	require 'a.php';
	require_once(__DIR__ . '/b.php');
	$x = include dirname(__DIR__) . '/c' . "/d.php" or die();
	include $x;
	include_once "$y/e.php";
	require __DIR__ . ($z ? 'f' : 'g');
	$this->include('h.php');
	g(require 'i.php', include('j.php') ?: 1);
	// require 'k.php';
	required('l.php');
	require A::B . '/m.php';
	require $this->n['o'] . "/p.php" ?>
<?php
}
`
	got, exact := Scan(t.Context(), "a.php", src)
	if want := Extract(t.Context(), "a.php", src); exact || len(want.Imports) == 0 || !reflect.DeepEqual(got.Imports, want.Imports) {
		t.Errorf("scan    %+v\nextract %+v", got.Imports, want.Imports)
	}
}
