package pack

import (
	"bytes"
	"strings"
	"testing"
)

// Many importers say less than what comes before them, and only people are shown fewer.
func TestUsesShowsFewImporters(t *testing.T) {
	t.Parallel()
	d := usesDocument{mode: "uses", Importers: strings.Fields(strings.Repeat("app.go ", mostImporters+3))}
	d.Found = d.counts()
	d = d.first(d.items())
	var b bytes.Buffer
	if d.write(&b); strings.Count(b.String(), "app.go") != mostImporters || !strings.Contains(b.String(), "… 3 importers left out") {
		t.Error(b.String())
	}
	if len(d.Importers) != mostImporters+3 || d.LeftOut.Importers != 0 {
		t.Errorf("JSON has %d importers and leaves out %d", len(d.Importers), d.LeftOut.Importers)
	}
}
