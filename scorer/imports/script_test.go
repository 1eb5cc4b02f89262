package imports

import "testing"

func TestScriptRelative(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		src/app.ts
		src/app.js
		src/plain.js
		src/b.ts
		src/b.js
		src/view.tsx
		src/m.mts
		src/c.cts
		src/types.d.ts
		src/only.js
		src/only.d.ts
		src/data.json
		src/style.css
		src/x.css.ts
		src/comp.vue
		src/dir/index.ts
		src/mix.ts
		src/mix/index.ts
		src/withmain/package.json
		src/withmain/lib/main.js
		src/withmain/index.js
		src/native.ios.js
		src/native.android.js
		src/dotted.config.ts
		index.ts
	`, manifests: map[string]string{"src/withmain/package.json": `{"main": "./lib/main"}`}}.check(t, []resolution{
		{from: "src/app.ts", specifier: "./b", want: "src/b.ts"},
		{from: "src/plain.js", specifier: "./b", want: "src/b.js"},
		{from: "src/app.ts", specifier: "./b.js", want: "src/b.ts"},
		{from: "src/plain.js", specifier: "./b.js", want: "src/b.js"},
		{from: "src/plain.js", specifier: "./view.js", want: "src/view.tsx"},
		{from: "src/app.ts", specifier: "./view.js", want: "src/view.tsx"},
		{from: "src/app.ts", specifier: "./view.jsx", want: "src/view.tsx"},
		{from: "src/app.ts", specifier: "./m.mjs", want: "src/m.mts"},
		{from: "src/app.ts", specifier: "./c.cjs", want: "src/c.cts"},
		{from: "src/app.ts", specifier: "./types", want: "src/types.d.ts"},
		{from: "src/app.ts", specifier: "./types.js", want: "src/types.d.ts"},
		{from: "src/app.ts", specifier: "./types.d.ts", want: "src/types.d.ts"},
		{from: "src/app.ts", specifier: "./only", want: "src/only.js"},
		{from: "src/app.ts", specifier: "./data.json", want: "src/data.json"},
		{from: "src/app.ts", specifier: "./style.css", want: "src/style.css"},
		{from: "src/app.ts", specifier: "./style.css?inline", want: "src/style.css"},
		{from: "src/app.ts", specifier: "!!raw-loader!./data.json", want: "src/data.json"},
		{from: "src/app.ts", specifier: "./x.css", want: "src/x.css.ts"},
		{from: "src/app.ts", specifier: "./comp.vue", want: "src/comp.vue"},
		{from: "src/comp.vue", specifier: "./b", want: "src/b.ts"},
		{from: "src/app.ts", specifier: "./dir", want: "src/dir/index.ts"},
		{from: "src/app.ts", specifier: "./dir/", want: "src/dir/index.ts"},
		{from: "src/app.ts", specifier: "./dir/index.js", want: "src/dir/index.ts"},
		{from: "src/app.ts", specifier: "./mix", want: "src/mix.ts"},
		{from: "src/app.ts", specifier: "./mix/", want: "src/mix/index.ts"},
		{from: "src/dir/index.ts", specifier: "..", want: ""},
		{from: "src/app.ts", specifier: "..", want: "index.ts"},
		{from: "src/app.ts", specifier: "../", want: "index.ts"},
		{from: "src/app.ts", specifier: "./withmain", want: "src/withmain/lib/main.js"},
		{from: "src/app.ts", specifier: "./native", want: "src/native.android.js src/native.ios.js"},
		{from: "src/app.ts", specifier: "./dotted.config", want: "src/dotted.config.ts"},
		{from: "src/app.ts", specifier: "./missing"},
		{from: "src/app.ts", specifier: "./app"},
		{name: "climbs out", from: "src/app.ts", specifier: "../../index"},
		{name: "absolute", from: "src/app.ts", specifier: "/src/b"},
		{from: "src/app.ts", specifier: "react"},
		{from: "src/app.ts", specifier: "node:fs"},
		{from: "src/app.ts", specifier: "https://example.com/src/b.ts"},
	})
}

func TestScriptConfig(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		src/app.ts
		src/lib/util.ts
		src/lib/index.ts
		src/shared.ts
		generated/msg.ts
		packages/a/src/x.ts
		packages/a/src/deep/y.ts
		packages/b/src/z.ts
		solution/src/main.ts
		solution/src/part.ts
		legacy/app.js
		legacy/code/mod.js
		nuxt/package.json
		nuxt/src/page.ts
		nuxt/src/store.ts
		nuxt/app/both.ts
		nuxt/src/both.ts
	`, manifests: map[string]string{
		"tsconfig.json": "\uFEFF" + `{
			// comments and trailing commas
			"extends": ["./tsconfig.base", "missing-package/base"],
			"compilerOptions": {"rootDirs": ["src", "./generated"],},
		}`,
		"tsconfig.base.json": `{"compilerOptions": {
			"baseUrl": "./src", /* the usual */
			"paths": {"@lib": ["lib"], "@lib/*": ["lib/*"], "@lib/shared": ["./shared"], "*-alias": ["nowhere/*", "lib/*"]}
		}}`,
		"packages/a/tsconfig.json":   `{"extends": "@repo/config/base.json", "compilerOptions": {"paths": {"~y/*": ["${configDir}/src/deep/*"]}}}`,
		"packages/b/tsconfig.json":   `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {`,
		"config/package.json":        `{"name": "@repo/config"}`,
		"config/base.json":           `{"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}}`,
		"package.json":               `{"workspaces": ["config"]}`,
		"solution/tsconfig.json":     `{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "../packages/a"}]}`,
		"solution/tsconfig.app.json": `{"compilerOptions": {"paths": {"#app/*": ["./src/*"]}}, "references": [{"path": "./tsconfig.json"}]}`,
		"legacy/jsconfig.json":       `{"compilerOptions": {"baseUrl": "."}}`,
		"nuxt/tsconfig.json":         ``,
		"nuxt/package.json":          `{}`,
	}}.check(t, []resolution{
		{from: "src/app.ts", specifier: "lib/util", want: "src/lib/util.ts"},
		{from: "src/app.ts", specifier: "@lib", want: "src/lib/index.ts"},
		{from: "src/app.ts", specifier: "@lib/util", want: "src/lib/util.ts"},
		{from: "src/app.ts", specifier: "@lib/util.js", want: "src/lib/util.ts"},
		{from: "src/app.ts", specifier: "@lib/shared", want: "src/shared.ts"},
		{from: "src/app.ts", specifier: "util-alias", want: "src/lib/util.ts"},
		{name: "root dirs", from: "src/app.ts", specifier: "./msg", want: "generated/msg.ts"},
		{from: "packages/a/src/x.ts", specifier: "~y/y", want: "packages/a/src/deep/y.ts"},
		{name: "paths are replaced as a whole", from: "packages/a/src/x.ts", specifier: "@lib/util"},
		{name: "broken configuration", from: "packages/b/src/z.ts", specifier: "lib/util"},
		{from: "solution/src/main.ts", specifier: "#app/part", want: "solution/src/part.ts"},
		{from: "legacy/app.js", specifier: "code/mod", want: "legacy/code/mod.js"},
		{from: "nuxt/src/page.ts", specifier: "@/store", want: "nuxt/src/store.ts"},
		{from: "nuxt/src/page.ts", specifier: "~/store", want: "nuxt/src/store.ts"},
		{name: "convention with two answers", from: "nuxt/src/page.ts", specifier: "@/both"},
	})
}

func TestScriptPackages(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		apps/web/main.ts
		apps/web/internal/helper.ts
		apps/web/internal/node.ts
		packages/ui/src/index.ts
		packages/ui/src/button.tsx
		packages/ui/src/icons/star.ts
		packages/ui/src/server.ts
		packages/ui/src/client.ts
		packages/ui/theme.css
		packages/core/source/index.js
		packages/core/lib/extra.js
		packages/types/index.d.ts
		packages/plain/index.js
		packages/plain/sub/thing.js
		packages/two/src/index.ts
		packages/two/src/index.js
		packages/react/index.js
		fixtures/react/index.js
		local/dep/index.js
		vendor/node_modules/left/index.js
		vendor/app.js
		docs/index.js
		docs/deep/page.js
	`, manifests: map[string]string{
		"package.json": `{"name": "root", "workspaces": {"packages": ["apps/*", "./packages/*", "!packages/react"]}}`,
		"apps/web/package.json": `{"name": "web", "imports": {
			"#internal/*": "./internal/*.js", "#env": {"node": "./internal/node.js", "default": "./internal/browser.js"}, "#ui": "@x/ui", "#loop": "#loop"
			}, "dependencies": {"dep": "file:../../local/dep", "other": "workspace:@x/ui@*", "react": "^18"}}`,
		"docs/package.json": `{"dependencies": {"core": "^1.0.0"}}`,
		"packages/ui/package.json": `{"name": "@x/ui", "exports": {
			".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.mjs", "require": "./dist/index.cjs"},
			"./*": "./dist/*.js", "./icons/*": ["./dist/icons/*.js"], "./secret/*": null,
			"./rpc": {"react-server": "./src/server.ts", "default": "./src/client.ts"},
			"./theme.css": "./theme.css", "./old/": "./dist/"
		}}`,
		"packages/core/package.json":            `{"name": "core", "main": "dist/core.umd.js", "module": "dist/index.js"}`,
		"packages/types/package.json":           `{"name": "@x/types", "types": "index.d.ts"}`,
		"packages/plain/package.json":           `{"name": "plain"}`,
		"packages/two/package.json":             `{"name": "two", "main": "dist/index.js"}`,
		"packages/react/package.json":           `{"name": "react"}`,
		"fixtures/react/package.json":           `{"name": "react"}`,
		"local/dep/package.json":                `{"name": "dep", "main": "."}`,
		"vendor/node_modules/left/package.json": `{"name": "left", "main": "./index"}`,
	}}.check(t, []resolution{
		{from: "apps/web/main.ts", specifier: "@x/ui", want: "packages/ui/src/index.ts"},
		{from: "apps/web/main.ts", specifier: "@x/ui/button", want: "packages/ui/src/button.tsx"},
		{from: "apps/web/main.ts", specifier: "@x/ui/icons/star", want: "packages/ui/src/icons/star.ts"},
		{from: "apps/web/main.ts", specifier: "@x/ui/old/button.js", want: "packages/ui/src/button.tsx"},
		{from: "apps/web/main.ts", specifier: "@x/ui/rpc", want: "packages/ui/src/client.ts"},
		{from: "apps/web/main.ts", specifier: "@x/ui/theme.css", want: "packages/ui/theme.css"},
		{name: "path that the map does not name", from: "apps/web/main.ts", specifier: "@x/ui/src/server", want: "packages/ui/src/server.ts"},
		{from: "apps/web/main.ts", specifier: "core", want: "packages/core/source/index.js"},
		{from: "apps/web/main.ts", specifier: "core/lib/extra", want: "packages/core/lib/extra.js"},
		{from: "apps/web/main.ts", specifier: "@x/types", want: "packages/types/index.d.ts"},
		{from: "apps/web/main.ts", specifier: "plain", want: "packages/plain/index.js"},
		{from: "apps/web/main.ts", specifier: "plain/sub/thing.js", want: "packages/plain/sub/thing.js"},
		{name: "two sources", from: "apps/web/main.ts", specifier: "two"},
		{name: "taken out of the workspace", from: "apps/web/main.ts", specifier: "react"},
		{from: "apps/web/main.ts", specifier: "dep", want: "local/dep/index.js"},
		{from: "apps/web/main.ts", specifier: "other", want: "packages/ui/src/index.ts"},
		{from: "apps/web/main.ts", specifier: "#internal/helper", want: "apps/web/internal/helper.ts"},
		{from: "apps/web/main.ts", specifier: "#env", want: "apps/web/internal/node.ts"},
		{from: "apps/web/main.ts", specifier: "#ui", want: "packages/ui/src/index.ts"},
		{from: "apps/web/main.ts", specifier: "#loop"},
		{name: "published version outside the workspace", from: "docs/deep/page.js", specifier: "core"},
		{name: "found above", from: "docs/deep/page.js", specifier: "plain", want: "packages/plain/index.js"},
		{from: "apps/web/main.ts", specifier: "@x"},
		{from: "apps/web/main.ts", specifier: "@x/"},
		{from: "apps/web/main.ts", specifier: "@x/none"},
		{name: "by its own name", from: "packages/ui/src/server.ts", specifier: "@x/ui/button", want: "packages/ui/src/button.tsx"},
		{name: "node_modules in the tree", from: "vendor/app.js", specifier: "left", want: "vendor/node_modules/left/index.js"},
		{name: "node_modules of another folder", from: "apps/web/main.ts", specifier: "left"},
		{from: "vendor/node_modules/left/index.js", specifier: "left"},
	})
}

func TestScriptPnpm(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		a/index.ts
		libs/deep/b/index.ts
		libs/skip/c/index.ts
	`, manifests: map[string]string{
		"pnpm-workspace.yaml":      "# members\npackages:\n  - 'a' # first\n  - \"libs/**\"\n\n  - '!libs/skip/**'\ncatalog:\n  - x\n",
		"a/package.json":           `{"name": "a"}`,
		"libs/deep/b/package.json": `{"name": "b"}`,
		"libs/skip/c/package.json": `{"name": "c"}`,
	}}.check(t, []resolution{
		{from: "a/index.ts", specifier: "b", want: "libs/deep/b/index.ts"},
		{from: "libs/deep/b/index.ts", specifier: "a", want: "a/index.ts"},
		{from: "a/index.ts", specifier: "c"},
	})
}

func TestMatchFolders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patterns []string
		dir      string
		want     bool
	}{
		{[]string{"packages/*"}, "packages/a", true},
		{[]string{"packages/*"}, "packages/a/b", false},
		{[]string{"./packages/*/"}, "packages/a", true},
		{[]string{"packages/**"}, "packages/a/b", true},
		{[]string{"**/test", "**"}, "a/b", true},
		{[]string{"**/x/**/y"}, "a/x/b/c/y", true},
		{[]string{"**/x/**/y"}, "a/x/b/c/z", false},
		{[]string{"{apps,libs}/*"}, "libs/a", true},
		{[]string{"*", "!b", "b"}, "b", true},
		{[]string{"*", "!b"}, "b", false},
		{[]string{"[", "a"}, "a", true},
	} {
		if got := folderGlobs(nil).add(c.patterns).match(c.dir, new(int)); got != c.want {
			t.Errorf("matchFolders(%q, %q) = %v", c.patterns, c.dir, got)
		}
	}
}
