package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/scorer"
)

// The answer to a task is in a template as often as in the code that renders it, and templates were classified as
// data.
func TestTemplatesCompeteWithATask(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"app.py":               "def render(name):\n    return open(name).read()\n",
		"pages/checkout.html":  "<p>{{ basket }}: empty basket warning</p>\n",
		"site/checkout.html":   "<p>empty basket warning</p>\n",
		"i18n/shop.properties": "empty=empty basket warning\n", "i18n/shop_de.properties": "empty=empty basket warning\n",
		"views/list.erb": "<%= items %>\n", "data/items.xml": "<a>empty basket warning</a>\n",
	}
	many(files, 3, "lib/part%d.py", "def part%d(a):\n    return a\n")
	o := defaults(t, writeTree(t, files), 8000)
	order := rankedIn(t, o)
	inOrder(t, order, "app.py", "pages/checkout.html", "i18n/shop.properties", "data/items.xml")
	inOrder(t, order, "lib/part2.py", "views/list.erb", "i18n/shop.properties", "i18n/shop_de.properties")
	o.Task = &pipeline.Task{Text: "the empty basket warning is wrong"}
	asked := rankedIn(t, o)
	inOrder(t, asked, "pages/checkout.html", "i18n/shop.properties", "app.py")
	inOrder(t, asked, "i18n/shop.properties", "site/checkout.html")

	ranking, err := pipeline.Rank(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer ranking.Close()
	for _, f := range ranking.Files {
		if want := strings.HasPrefix(f.Name, "pages/") || strings.HasPrefix(f.Name, "views/"); (f.Facts.Class == scorer.Template) != want {
			t.Errorf("%s is %s", f.Name, f.Facts.Class)
		}
	}
}
