package scorer_test

import (
	"strings"
	"testing"

	"ctxpack/scorer"
)

func TestClassName(t *testing.T) {
	t.Parallel()
	tests := map[scorer.Class][]string{
		scorer.Source: {
			"main.go", "src/app.ts", "lib/deps.ts", "pkg/vendor.go", "src/dist.py", "src/latest.go", "src/Contest.java", "src/attestation.rs",
			"internal/testable.go", "src/protest/a.py", "src/requests/api.py", "src/contests/list.rb", "a.ipynb", "src/include/redis.h",
			"build.gradle.kts", "api.proto", "schema.sql", "install.sh", "license.go", "src/notice.ts", "copyright_check.py", "src/docs/render.ts",
			"src/main/java/com/foo/testing/Harness.java", "src/main/java/org/foo/jpa/vendor/Adapter.java", "src/main/kotlin/mock/Clock.kt",
			"spring/src/main/java/org/foo/samples/Main.java", "src/main/java/com/foo/spec/Api.java", "app/org/foo/deps/Graph.scala",
			"src/main/java/com/foo/bench/Timer.java", "src/benchmarking.go", "src/bookmark.ts", "resources/resource_spec.go",
		},
		scorer.Prose: {
			"README.md", "README", "Readme", "docs/guide.rst", "notes.txt", "INSTALL", "TODO", "ARCHITECTURE", "docs/a.adoc", "book/ch1.mdx",
			"CONTRIBUTING", "docs/exchange.md", "packages/a/README.md",
		},
		scorer.Test: {
			"a_test.go", "src/a.test.ts", "tests/a.rs", "Tests/Session.swift", "test/a.rb", "testing/kit.py", "src/testutil/clock.go",
			"internal/mocks/store.go", "api.Tests/Fixture.cs", "api.UnitTests/Setup.cs", "acme-tests/a.py", "test_utils/a.py",
			"src/bench/speed.rs", "benchmarking/run.js", "a_bench.go", "spec/models/a.rb", "src/__tests__/a.ts", "t/basic.pl", "src/test/java/com/foo/Harness.java",
			"regress/a.c", "src/tests.rs", "spec_helper.rb", "src/a.bench.ts",
		},
		scorer.Auxiliary: {
			"examples/a/main.go", "demo/app.ts", "docs/conf.py", "docs_src/security/tutorial001.py", "deps/lua/lua.c", "vendor/a/b.go", "third_party/zlib/inflate.c",
			"src/3rdparty/a.cpp", "External/json.hpp", "subprojects/a/b.c", "dist/bundle.js", "playground/a/index.ts", "website/app.js",
			"LICENSE", "LICENSE.txt", "LICENSE-MIT", "LICENCE.md", "COPYING", "COPYING.LESSER", "NOTICE", "NOTICE.md",
			".gitignore", "storage/app/.gitignore", ".gitattributes", ".editorconfig", "docs/.nojekyll", ".gitkeep", ".mailmap",
			".handover.yml", ".handover.yaml", "CHANGELOG.md", "HISTORY", "NEWS", "AUTHORS", "ChangeLog", "docs/releases/5.0.txt",
			"tests/data/words.txt", "deps/java/com/acme/A.java", "examples/java/com/acme/Main.java",
		},
		scorer.Template: {
			"app/views/users/show.html.erb", "lib/web/live/index.html.heex", "priv/templates/gen/schema.ex.eex", "views/mail.hbs", "templates/base.html.twig",
			"app/templates/index.html", "src/templates/a.jinja2", "Pages/Index.cshtml", "web/WEB-INF/list.jsp", "tpl/page.gohtml", "resources/views/a.html",
			"contrib/admin/template/list.htm", "templates/etc/nginx.conf.j2",
		},
		scorer.Catalogue: {
			"src/main/resources/messages.properties", "locale/en/LC_MESSAGES/django.po", "Resources/Strings.resx", "App/en.lproj/Localizable.strings",
			"i18n/messages_en.properties", "App/Base.lproj/Main.strings",
		},
		scorer.Other: {
			"static/index.html", "docs/_layouts/default.html", "docs/a.j2", "tests/templates/a.html", "examples/app/templates/a.html", "vendor/x/views/a.erb",
			"gradle.properties", "locale/de/LC_MESSAGES/django.po", "i18n/messages_pt_BR.properties", "po/fr.po", "App/ja.lproj/Localizable.strings",
			"Resources/Strings.de.resx",
			"package.json", "go.mod", "style.css", "theme.scss", "a.yml", "data.xml", "requirements.txt", "requirements-dev.txt", "robots.txt",
			"CMakeLists.txt", "index.html", "Makefile", "install", "history", "licensing", "noticeboard", "Dockerfile", "Go.gitignore", "newsletter",
			"designer",
		},
	}
	for want, paths := range tests {
		for _, p := range paths {
			if got := scorer.ClassName(p); got != want {
				t.Errorf("%s is %s, want %s", p, got, want)
			}
		}
	}
}

func TestDocumentName(t *testing.T) {
	t.Parallel()
	tests := map[scorer.Document][]string{
		scorer.Readme: {"README.md", "README", "readme.rst", "Readme.txt", "README.adoc"},
		scorer.Guide: {
			"ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md", ".github/CONTRIBUTING.md", "docs/architecture.md", "HACKING", "DESIGN.md", "docs/README.md",
			"docs/index.rst", "Documentation/index.rst", "doc/overview.txt", "docs/internals.md",
		},
		scorer.Plain: {
			"packages/a/README.md", "README.zh-CN.md", "readme.go", "docs/guide/index.md", "index.md", "architecture.ts", "docs/design.py",
			"src/ARCHITECTURE.md", "LICENSE", "CHANGELOG.md", "examples/README.md", "design", "docs/index.html",
		},
	}
	for want, paths := range tests {
		for _, p := range paths {
			if got := scorer.DocumentName(p); got != want {
				t.Errorf("%s is %q, want %q", p, got, want)
			}
		}
	}
}

func TestManifestName(t *testing.T) {
	t.Parallel()
	for _, p := range []string{
		"package.json", "go.mod", "Cargo.toml", "pyproject.toml", "pom.xml", "build.gradle.kts", "composer.json", "Gemfile", "rails.gemspec",
		"App.csproj", "hledger.cabal", "Package.swift", "mix.exs", "Makefile", "CMakeLists.txt", "Dockerfile", "dune-project",
	} {
		if !scorer.ManifestName(p) {
			t.Errorf("%s describes the whole", p)
		}
		if scorer.ManifestName("packages/a/" + p) {
			t.Errorf("packages/a/%s describes a part", p)
		}
	}
	for _, p := range []string{"package-lock.json", "packages.json", "tsconfig.json", ".gitignore", ".editorconfig", "go.sum", "Makefile.am.in",
		"App.slnx.txt", "Cargo.lock"} {
		if scorer.ManifestName(p) {
			t.Errorf("%s describes nothing", p)
		}
	}
}

func TestRecordName(t *testing.T) {
	t.Parallel()
	for _, p := range []string{
		"CHANGELOG.md", "CHANGES", "ChangeLog", "NEWS.rst", "HISTORY.md", "docs/releases/5.0.txt", "changes/123.bugfix.rst", ".changeset/a.md",
		"docs/whatsnew/3.13.rst", "docs/release-notes.md", "RELEASES.md", "LICENSE-MIT.md", "AUTHORS", "CONTRIBUTORS.md", "tests/data/words.txt",
		"src/fixtures/a.md", "Changelog-1.x.md", "test-data/big.txt", "docs/changes.rst", "doc/release-2.0.rst", "packages/a/HISTORY.md",
	} {
		if !scorer.RecordName(p) {
			t.Errorf("%s is a record", p)
		}
	}
	for _, p := range []string{
		"README.md", "docs/exchange.md", "docs/newsletter.md", "docs/prehistory.md", "docs/licensing.md", "CONTRIBUTING.md", "docs/interchange-format.md",
		"docs/testing.md", "docs/latest.md", "docs/authorship.md", "docs/guide.rst",
		"docs/history.md", "docs/how-to/fixtures.rst", "docs/release-process.md", "change-detection/README.md", "docs/advanced/response-change-status-code.md",
	} {
		if scorer.RecordName(p) {
			t.Errorf("%s is no record", p)
		}
	}
}

func TestClassFolder(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"django/template/base.py": "django/template", "a/docs/templates/b.go": "a/docs", "deps/deps.go": "deps, of others", "src/testing/kit.py": "src/testing",
		"src/a.go": "", "tests/test_a.py": "", "LICENSE": "", "docs/a.md": "",
	} {
		got, foreign := scorer.ClassFolder(file)
		if foreign {
			got += ", of others"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// Data of examples and tests, and translations, rank after tests; other data ranks
// before them.
func TestDataOfExamples(t *testing.T) {
	t.Parallel()
	facts := []scorer.Facts{
		{Path: "examples/views/404.ejs", Class: scorer.Other},
		{Path: "test/a_test.go", Class: scorer.Test, Test: true},
		{Path: "deploy.yml", Class: scorer.Other},
		{Path: "app/messages_de.properties", Class: scorer.Other},
		{Path: "app/locales/pt-BR.json", Class: scorer.Other},
		{Path: "app/locales/en.json", Class: scorer.Other},
		{Path: "app/data/de.json", Class: scorer.Other},
	}
	var order []string
	for _, r := range scorer.Balanced().RankGiven(facts, nil, nil) {
		order = append(order, facts[r.Index].Path)
	}
	if got := strings.Join(order, " "); got != "app/data/de.json app/locales/en.json deploy.yml test/a_test.go app/locales/pt-BR.json "+
		"app/messages_de.properties examples/views/404.ejs" {
		t.Error(got)
	}
}
