package imports

import "testing"

func TestPython(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		app/__init__.py
		app/main.py
		app/models.py
		app/sub/__init__.py
		app/sub/deep.py
		app/sub/stub.pyi
		app/json.py
		app/mixed.py
		app/mixed/__init__.py
		app/mixed/part.py
		src/lib/__init__.py
		src/lib/core.py
		src/single.py
		ns/one/mod.py
		ns/two.py
		tests/test_app.py
		tests/helper.py
		tests/data/extra.py
		logging/config.py
		platform/models.py
		platform/__init__.py
		services/a/pkg_a/__init__.py
		services/a/pkg_a/x.py
		services/b/run.py
		cloud/p1/google/cloud/p1/__init__.py
		cloud/p1/google/cloud/p1/api.py
		dup1/same/__init__.py
		dup2/same/__init__.py
		setup.py
	`}.check(t, []resolution{
		{from: "app/main.py", specifier: "app.models", want: "app/models.py"},
		{from: "app/main.py", specifier: "app", want: "app/__init__.py"},
		{from: "app/main.py", specifier: "app", names: []string{"models"}, want: "app/__init__.py app/models.py"},
		{from: "app/main.py", specifier: "app", names: []string{"Attribute"}, want: "app/__init__.py"},
		{from: "app/main.py", specifier: "app", names: []string{"*"}, want: "app/__init__.py"},
		{from: "app/main.py", specifier: "app.sub.deep", want: "app/sub/deep.py"},
		{from: "app/main.py", specifier: "app.sub.stub", want: "app/sub/stub.pyi"},
		{from: "app/main.py", specifier: "app.models", names: []string{"deep"}, want: "app/models.py"},
		{name: "a package hides a module", from: "app/main.py", specifier: "app.mixed", names: []string{"part"}, want: "app/mixed/__init__.py app/mixed/part.py"},
		{name: "no implicit relative import", from: "app/main.py", specifier: "models"},
		{name: "standard library", from: "app/main.py", specifier: "json"},
		{name: "standard library beside a script", from: "setup.py", specifier: "logging.config"},
		{name: "standard module has no submodule", from: "setup.py", specifier: "platform.models", want: "platform/models.py"},
		{from: "app/main.py", specifier: ".models", want: "app/models.py"},
		{from: "app/main.py", specifier: ".", names: []string{"models", "sub"}, want: "app/__init__.py app/models.py app/sub/__init__.py"},
		{from: "app/sub/deep.py", specifier: "..", names: []string{"models"}, want: "app/__init__.py app/models.py"},
		{from: "app/sub/deep.py", specifier: "..models", want: "app/models.py"},
		{from: "app/sub/deep.py", specifier: ".stub", want: "app/sub/stub.pyi"},
		{name: "above the root", from: "app/sub/deep.py", specifier: "....app"},
		{from: "app/sub/deep.py", specifier: "..missing"},
		{from: "ns/two.py", specifier: ".one", names: []string{"mod"}, want: "ns/one/mod.py"},
		{from: "setup.py", specifier: "ns.one.mod", want: "ns/one/mod.py"},
		{from: "setup.py", specifier: "ns.one", names: []string{"mod"}, want: "ns/one/mod.py"},
		{from: "setup.py", specifier: "ns"},
		{from: "tests/test_app.py", specifier: "app.models", want: "app/models.py"},
		{from: "tests/test_app.py", specifier: "helper", want: "tests/helper.py"},
		{from: "tests/data/extra.py", specifier: "helper", want: "tests/helper.py"},
		{from: "tests/test_app.py", specifier: "lib.core", want: "src/lib/core.py"},
		{from: "tests/test_app.py", specifier: "single", want: "src/single.py"},
		{from: "services/b/run.py", specifier: "pkg_a.x", want: "services/a/pkg_a/x.py"},
		{from: "app/main.py", specifier: "google.cloud.p1.api", want: "cloud/p1/google/cloud/p1/api.py"},
		{name: "two packages of the name", from: "app/main.py", specifier: "same"},
		{from: "app/main.py", specifier: "numpy"},
		{from: "app/main.py", specifier: "app.nothing"},
	})
}

func TestPythonStandardLibrary(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		Lib/abc.py
		Lib/ast.py
		Lib/contextlib.py
		Lib/functools.py
		Lib/textwrap.py
		Lib/typing.py
		Lib/json/__init__.py
		Lib/json/decoder.py
	`}.check(t, []resolution{
		{from: "Lib/abc.py", specifier: "json", want: "Lib/json/__init__.py"},
		{from: "Lib/json/decoder.py", specifier: "functools", want: "Lib/functools.py"},
	})
}
