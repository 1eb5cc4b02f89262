package imports_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/imports"
)

// TestPackages: the packages of each ecosystem's workspaces, and what they need to run.
func TestPackages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		files map[string]string
		want  []string // "name at folder: folders it uses"
	}{
		"npm": {map[string]string{
			"package.json":            `{"name": "root", "workspaces": ["packages/*"]}`,
			"packages/a/package.json": `{"name": "@x/a", "dependencies": {"@x/b": "^1.0.0", "react": "18"}, "devDependencies": {"@x/test": "*"}}`,
			"packages/b/package.json": `{"name": "@x/b", "peerDependencies": {"@x/c": "workspace:*"}}`,
			"packages/c/package.json": `{"name": "@x/c"}`,
			"packages/t/package.json": `{"name": "@x/test"}`,
		}, []string{"root at : ", "@x/a at packages/a: packages/b", "@x/b at packages/b: packages/c", "@x/c at packages/c: ", "@x/test at packages/t: "}},
		"pnpm": {map[string]string{
			"package.json":          `{}`,
			"pnpm-workspace.yaml":   "packages:\n  - 'libs/*'\n  - '!libs/old'\n",
			"libs/a/package.json":   `{"name": "a", "dependencies": {"b": "workspace:^", "old": "1"}}`,
			"libs/b/package.json":   `{"name": "b"}`,
			"libs/old/package.json": `{"name": "old"}`,
		}, []string{"a at libs/a: libs/b", "b at libs/b: ", "old at libs/old: "}},
		"go": {map[string]string{
			"go.work":    "go 1.22\nuse ./api\nuse ./lib\n",
			"api/go.mod": "module example.com/api\n\nrequire (\n\texample.com/lib v0.0.0\n\tgolang.org/x/mod v0.1.0\n)\n",
			"lib/go.mod": "module example.com/lib\n",
		}, []string{"example.com/api at api: lib", "example.com/lib at lib: "}},
		"cargo": {map[string]string{
			"Cargo.toml": "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\ncore = { path = \"crates/core\" }\n",
			"crates/cli/Cargo.toml": "[package]\nname = \"cli\"\n[dependencies]\ncore = { workspace = true }\nserde = " +
				"\"1\"\n[target.'cfg(unix)'.dependencies]\nunixy = { path = \"../unixy\" }\n[dev-dependencies]\nbench = { path = \"../bench\" }\n",
			"crates/core/Cargo.toml":  "[package]\nname = \"core\"\n",
			"crates/unixy/Cargo.toml": "[package]\nname = \"unixy\"\n",
			"crates/bench/Cargo.toml": "[package]\nname = \"bench\"\n",
		}, []string{"bench at crates/bench: ", "cli at crates/cli: crates/core crates/unixy", "core at crates/core: ", "unixy at crates/unixy: "}},
		"python": {map[string]string{
			"pyproject.toml":            "[project]\nname = \"app\"\ndependencies = [\"my-lib>=1\", \"requests\"]\n[tool.uv.workspace]\nmembers = [\"libs/*\"]\n",
			"libs/lib/pyproject.toml":   "[project]\nname = \"My_Lib\"\ndependencies = ['other.lib[extra] ; python_version > \"3\"']\n",
			"libs/other/pyproject.toml": "[tool.poetry]\nname = \"other-lib\"\n[tool.poetry.dependencies]\npython = \"^3.9\"\n",
		}, []string{"app at : libs/lib", "My_Lib at libs/lib: libs/other", "other-lib at libs/other: "}},
		"maven": {map[string]string{
			"pom.xml": "<project><artifactId>parent</artifactId><modules><module>a</module></modules></project>",
			"a/pom.xml": "<?xml version=\"1.0\"?>\n<project " +
				"xmlns=\"http://maven.apache.org/POM/4.0.0\"><artifactId>a</artifactId>" +
				"<dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId></dependency><dependency><artifactId>t</artifactId><scope>test</scope></dependency></dependencies></project>",
			"b/pom.xml":   "<project><artifactId>b</artifactId></project>",
			"t/pom.xml":   "<project><artifactId>t</artifactId></project>",
			"bad/pom.xml": "<project><artifactId>",
		}, []string{"parent at : ", "a at a: b", "b at b: ", "t at t: "}},
		"gradle": {map[string]string{
			"settings.gradle.kts":       "rootProject.name = \"x\"\ninclude(\":app\", \":lib:core\")\ninclude(\":gone\")\n",
			"app/build.gradle.kts":      "dependencies {\n    implementation(project(\":lib:core\"))\n    testImplementation(project(\":gone\"))\n}\n",
			"lib/core/build.gradle.kts": "",
		}, []string{"app at app: lib/core", "lib:core at lib/core: "}},
		"nothing": {map[string]string{"a.go": "package a"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var files []imports.File
			for _, p := range slices.Sorted(maps.Keys(tt.files)) {
				files = append(files, imports.File{Path: p})
			}
			packages, warnings := imports.Packages(files, func(p string) (string, error) { return tt.files[p], nil })
			var got []string
			for _, p := range packages {
				got = append(got, fmt.Sprintf("%s at %s: %s", p.Name, p.Folder, strings.Join(p.Uses, " ")))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if (len(warnings) > 0) != (name == "maven") {
				t.Errorf("warnings: %q", warnings)
			}
		})
	}
}
