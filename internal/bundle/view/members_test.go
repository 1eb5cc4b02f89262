package view_test

import (
	"testing"

	"ctxpack/internal/bundle/view"
	"ctxpack/signatures"
)

// What is kept of an outline tells the members of types that stand apart from them.
func TestKeptMembers(t *testing.T) {
	t.Parallel()
	o := signatures.Extract(t.Context(), "a.rs", `pub enum Style { Tabs }
pub const MAX: u8 = 16;
impl Style { pub fn width(&self) -> u8 { MAX } }
pub struct TextBold { pub size: u8 }
pub struct Text { pub style: u8 }
impl TextBold { pub fn wide(&self) {} }
pub struct Bold { pub on: bool }
impl TextBold { pub fn bold(&self) {} }
pub fn check() {}
impl From<u8> for Elsewhere { fn from(n: u8) -> Self { Elsewhere } }
`)
	const want = "enum Style … Tabs, width\nconst MAX: u8 = 16;\nstruct TextBold … size, wide, bold\nstruct Text … style\nstruct Bold … on\nfn check();\n"
	if got := view.FoldedOutline(o.Symbols, 100); got != want {
		t.Errorf("of the outline:\n%s", got)
	}
	if got := view.FoldedOutline(view.Kept(&o), 100); got != want {
		t.Errorf("of what is kept:\n%s", got)
	}
}
