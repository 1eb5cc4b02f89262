package ruby

import (
	"testing"
)

func TestUnderscored(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{{"Base", "base"}, {"HTTPCache::Entry", "http_cache/entry"}, {"ActiveRecord", "active_record"}, {"SQLite3Adapter", "sq_lite3_adapter"}} {
		if got := underscored(test[0]); got != test[1] {
			t.Errorf("underscored(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}
