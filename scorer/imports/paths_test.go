package imports

import "testing"

func TestStyles(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		css/site.css
		css/base.css
		scss/theme.scss
		scss/_vars.scss
		scss/mixins/_index.scss
		scss/legacy/a.sass
		less/theme.less
		less/mixins.less
		shared/_grid.scss
	`}.check(t, []resolution{
		{from: "css/site.css", specifier: "base.css", want: "css/base.css"},
		{from: "css/site.css", specifier: "./base.css?v=1", want: "css/base.css"},
		{from: "css/site.css", specifier: "https://example.org/base.css"},
		{from: "scss/theme.scss", specifier: "vars", want: "scss/_vars.scss"},
		{from: "scss/theme.scss", specifier: "./_vars.scss", want: "scss/_vars.scss"},
		{from: "scss/theme.scss", specifier: "mixins", want: "scss/mixins/_index.scss"},
		{from: "scss/theme.scss", specifier: "legacy/a", want: "scss/legacy/a.sass"},
		{name: "from the root", from: "scss/theme.scss", specifier: "shared/grid", want: "shared/_grid.scss"},
		{from: "scss/theme.scss", specifier: "sass:math"},
		{from: "scss/theme.scss", specifier: "../../out"},
		{from: "less/theme.less", specifier: "mixins", want: "less/mixins.less"},
		{name: "itself", from: "less/theme.less", specifier: "theme"},
	})
}

func TestPages(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		web/index.html
		web/js/app.js
		web/public/site.css
		web/docs/page.html
	`}.check(t, []resolution{
		{from: "web/index.html", kind: "include", specifier: "js/app.js", want: "web/js/app.js"},
		{from: "web/docs/page.html", kind: "include", specifier: "../js/app.js", want: "web/js/app.js"},
		{from: "web/docs/page.html", kind: "include", specifier: "/js/app.js", want: "web/js/app.js"},
		{from: "web/docs/page.html", kind: "include", specifier: "/site.css", want: "web/public/site.css"},
		{from: "web/index.html", kind: "include", specifier: "missing.js"},
		{from: "web/index.html", kind: "include", specifier: ""},
	})
}

func TestIncludes(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		api/v1/service.proto
		api/v1/types.proto
		common/base.proto
		proto/shared/x.proto
		idl/a.thrift
		idl/b.thrift
		gql/q.graphql
		gql/parts/user.graphql
		Makefile
		build/rules.mk
	`}.check(t, []resolution{
		{from: "api/v1/service.proto", specifier: "types.proto", want: "api/v1/types.proto"},
		{from: "api/v1/service.proto", specifier: "api/v1/types.proto", want: "api/v1/types.proto"},
		{from: "api/v1/service.proto", specifier: "common/base.proto", want: "common/base.proto"},
		{from: "api/v1/service.proto", specifier: "shared/x.proto", want: "proto/shared/x.proto"},
		{from: "api/v1/service.proto", specifier: "google/protobuf/any.proto"},
		{from: "idl/a.thrift", kind: "include", specifier: "b.thrift", want: "idl/b.thrift"},
		{from: "gql/q.graphql", specifier: "./parts/user.graphql", want: "gql/parts/user.graphql"},
		{from: "gql/q.graphql", specifier: "../../../x.graphql"},
		{from: "Makefile", kind: "include", specifier: "build/rules.mk", want: "build/rules.mk"},
	})
}

func TestTerraformAndElm(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		main.tf
		modules/vpc/main.tf
		modules/vpc/outputs.tf
		modules/vpc/README.md
		elm/src/Main.elm
		elm/src/Page/Login.elm
		elm/tests/LoginTest.elm
	`}.check(t, []resolution{
		{from: "main.tf", specifier: "./modules/vpc", want: "modules/vpc/main.tf modules/vpc/outputs.tf"},
		{from: "modules/vpc/main.tf", specifier: "../..", want: "main.tf"},
		{from: "main.tf", specifier: "terraform-aws-modules/vpc/aws"},
		{from: "main.tf", specifier: "../outside"},
		{from: "elm/src/Main.elm", specifier: "Page.Login", want: "elm/src/Page/Login.elm"},
		{from: "elm/src/Page/Login.elm", specifier: "Main", want: "elm/src/Main.elm"},
		{from: "elm/tests/LoginTest.elm", specifier: "Page.Login", want: "elm/src/Page/Login.elm"},
		{from: "elm/src/Main.elm", specifier: "Html.Attributes"},
	})
}
