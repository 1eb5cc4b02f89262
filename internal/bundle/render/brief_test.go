package render

import (
	"strings"
	"testing"
)

// A type that has the name of its file stands there without it, and the legend says so.
func TestTypeOfFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, name, want string }{
		{"class Post extends Model … title\n", "Post.php", "class extends Model … title\n"},
		{"namespace a;\npublic record Post(int Id);\n", "Post.cs", "namespace a;\npublic record(int Id);\n"},
		{"class PostView extends Post\n", "Post.php", "class PostView extends Post\n"},
		{"subclass Post\n", "Post.php", "subclass Post\n"},
		{"class Post\nclass Post2\n", "Post.java", "class\nclass Post2\n"},
		{"typedef struct Post … id\n", "Post.h", "typedef struct Post … id\n"},
		{"func Post()\n", "Post.go", "func Post()\n"},
	} {
		if got := withoutFileName(c.text, c.name); got != c.want {
			t.Errorf("%q of %s: %q, not %q", c.text, c.name, got, c.want)
		}
	}
	for entries, want := range map[string]string{
		"a.php: class extends Model\n":             "a type without a name",
		" public abstract class implements A\n":    "a type without a name",
		"a.go\n type T struct … A\n 7: func f()\n": "`n:` the line",
		"a.cpp: A:: b, c\n":                        "functions of T",
	} {
		if got := briefLegend(entries); !strings.Contains(got, want) || strings.Count(got, ";") != 3+1 {
			t.Errorf("%q: %s", entries, got)
		}
	}
}
