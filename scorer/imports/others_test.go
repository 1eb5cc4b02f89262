package imports

import "testing"

func TestJVM(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		app/src/main/java/com/x/App.java pkg=com.x
		app/src/main/java/com/x/util/Text.java pkg=com.x.util
		app/src/main/java/com/x/util/Other.java pkg=com.x.util
		app/src/main/java/com/x/util/package-info.java pkg=com.x.util
		odd/place/Moved.java pkg=com.x.moved
		app/src/main/kotlin/com/x/k/Extensions.kt pkg=com.x.k
		app/src/main/kotlin/com/x/many/A.kt pkg=com.x.many exports=A,Helper
		app/src/main/kotlin/com/x/many/B.kt pkg=com.x.many exports=topLevel
		kmp/src/commonMain/Clock.kt pkg=com.kmp
		kmp/src/jvmMain/Clock.jvm.kt pkg=com.kmp
		kmp/src/iosMain/Clock.ios.kt pkg=com.kmp
		m1/src/main/java/Dup.java pkg=com.dup
		m2/src/main/java/Dup.java pkg=com.dup
		m2/src/main/java/Use.java pkg=com.use
		s/Main.scala pkg=org.s.app
		s/Lib.scala pkg=org.s.lib
		Unnamed.java
	`}.check(t, []resolution{
		{from: "app/src/main/java/com/x/App.java", specifier: "com.x.util.Text", want: "app/src/main/java/com/x/util/Text.java"},
		{name: "nested class", from: "app/src/main/java/com/x/App.java", specifier: "com.x.util.Text.Inner", want: "app/src/main/java/com/x/util/Text.java"},
		{from: "app/src/main/java/com/x/App.java", kind: "static", specifier: "com.x.util.Text.trim", want: "app/src/main/java/com/x/util/Text.java"},
		{name: "everything of a class", from: "app/src/main/java/com/x/App.java", kind: "wildcard", specifier: "com.x.util.Text.*",
			want: "app/src/main/java/com/x/util/Text.java"},
		{from: "app/src/main/java/com/x/App.java", kind: "wildcard", specifier: "com.x.util.*", want: `
			app/src/main/java/com/x/util/Text.java app/src/main/java/com/x/util/Other.java app/src/main/java/com/x/util/package-info.java`},
		{from: "app/src/main/java/com/x/App.java", specifier: "com.x.moved.Moved", want: "odd/place/Moved.java"},
		{from: "app/src/main/java/com/x/App.java", specifier: "java.util.List"},
		{from: "app/src/main/java/com/x/App.java", kind: "wildcard", specifier: "java.util.*"},
		{from: "app/src/main/java/com/x/App.java", specifier: "com.x.util.Missing"},
		{from: "app/src/main/java/com/x/App.java", specifier: "Unnamed"},
		{name: "function of a package of one file", from: "app/src/main/java/com/x/App.java", specifier: "com.x.k.extend",
			want: "app/src/main/kotlin/com/x/k/Extensions.kt"},
		{name: "generated class", from: "app/src/main/java/com/x/App.java", specifier: "com.x.k.BuildConfig"},
		{name: "exported function", from: "app/src/main/java/com/x/App.java", specifier: "com.x.many.topLevel", want: "app/src/main/kotlin/com/x/many/B.kt"},
		{name: "class in a file of another name", from: "app/src/main/java/com/x/App.java", specifier: "com.x.many.Helper",
			want: "app/src/main/kotlin/com/x/many/A.kt"},
		{name: "variants of one module", from: "app/src/main/java/com/x/App.java", specifier: "com.kmp.Clock",
			want: "kmp/src/commonMain/Clock.kt kmp/src/jvmMain/Clock.jvm.kt kmp/src/iosMain/Clock.ios.kt"},
		{name: "nearest of two", from: "m2/src/main/java/Use.java", specifier: "com.dup.Dup", want: "m2/src/main/java/Dup.java"},
		{name: "two equally near", from: "app/src/main/java/com/x/App.java", specifier: "com.dup.Dup"},
		{name: "relative to the package", from: "s/Main.scala", specifier: "lib.Lib", want: "s/Lib.scala"},
		{from: "s/Main.scala", specifier: "_root_.org.s.lib._", want: "s/Lib.scala"},
	})
}

func TestC(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		src/main.c
		src/util.h
		src/time.h
		src/net/sock.c
		src/net/sock.h
		include/pub/api.h
		include/stdio.h
		compat/include/unistd.h
		deps/lua/src/lua.h
		deps/a/common.h
		deps/b/common.h
		deps/odd/headers/special.h
		built/gen/flags.h
		third/x/inc/third.h
		folly/Range.h
		win\slash.h
	`, manifests: map[string]string{"compile_commands.json": `[
		{"directory": "/elsewhere/project/build", "command": "cc -I../built/gen -I /usr/include -o x.o x.c", "file": "x.c"},
		{"directory": "out", "arguments": ["cc", "-isystem", "../deps/a"], "file": "y.c"}
	]`}}.check(t, []resolution{
		{from: "src/main.c", kind: "include", specifier: "util.h", want: "src/util.h"},
		{from: "src/main.c", kind: "include", specifier: "net/sock.h", want: "src/net/sock.h"},
		{from: "src/main.c", kind: "include", specifier: `net\sock.h`, want: "src/net/sock.h"},
		{from: "src/net/sock.c", kind: "include", specifier: "../util.h", want: "src/util.h"},
		{name: "folder above", from: "src/net/sock.c", kind: "include", specifier: "util.h", want: "src/util.h"},
		{from: "src/main.c", kind: "include", specifier: "pub/api.h", want: "include/pub/api.h"},
		{from: "src/main.c", kind: "include-system", specifier: "pub/api.h", want: "include/pub/api.h"},
		{from: "src/main.c", kind: "include-system", specifier: "stdio.h", want: "include/stdio.h"},
		{name: "shim for another system", from: "src/main.c", kind: "include-system", specifier: "unistd.h"},
		{name: "standard header with a namesake", from: "src/main.c", kind: "include-system", specifier: "time.h"},
		{from: "src/main.c", kind: "include", specifier: "time.h", want: "src/time.h"},
		{from: "src/main.c", kind: "include", specifier: "lua.h", want: "deps/lua/src/lua.h"},
		{from: "src/main.c", kind: "include-system", specifier: "lua.h", want: "deps/lua/src/lua.h"},
		{name: "from the compilation database", from: "src/main.c", kind: "include-system", specifier: "flags.h", want: "built/gen/flags.h"},
		{name: "folder relative to the database", from: "src/main.c", kind: "include", specifier: "common.h", want: "deps/a/common.h"},
		{name: "unique suffix", from: "src/main.c", kind: "include", specifier: "headers/special.h", want: "deps/odd/headers/special.h"},
		{name: "no suffix for system headers", from: "src/main.c", kind: "include-system", specifier: "headers/special.h"},
		{from: "src/main.c", kind: "include-system", specifier: "folly/Range.h", want: "folly/Range.h"},
		{from: "src/main.c", kind: "include", specifier: "../../../etc/passwd"},
		{from: "src/main.c", kind: "include", specifier: "/src/util.h"},
		{from: "src/main.c", kind: "include", specifier: "missing.h"},
	})
	fixture{tree: `
		src/main.c
		deps/lib/headers/lib.h
		deps/cm/api/cm.h
		deps/cm/x.c
		top/inside/t.h
		deps/gone/g.h
	`, manifests: map[string]string{
		"src/Makefile": "CFLAGS += -I../deps/lib/headers -I$(OTHER) -I../../up\n",
		"deps/cm/CMakeLists.txt": "target_include_directories(cm PUBLIC\n  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/api> " +
			"${PROJECT_SOURCE_DIR}/top/inside ${ZLIB_DIR}/gone)\ninclude_directories(",
	}}.check(t, []resolution{
		{name: "folder of a makefile", from: "src/main.c", kind: "include-system", specifier: "lib.h", want: "deps/lib/headers/lib.h"},
		{name: "folder of CMake", from: "src/main.c", kind: "include-system", specifier: "cm.h", want: "deps/cm/api/cm.h"},
		{name: "folder of the project", from: "src/main.c", kind: "include-system", specifier: "t.h", want: "top/inside/t.h"},
		{name: "folder behind an unknown variable", from: "src/main.c", kind: "include-system", specifier: "g.h"},
	})
	fixture{tree: "x.c\na/common.h\nb/common.h"}.check(t, []resolution{
		{name: "two suffix matches", from: "x.c", kind: "include", specifier: "common.h"},
	})
}

func TestCSharp(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		a/A.cs ns=App.Models,App.Other
		a/B.cs ns=App.Models
		c/C.cs pkg=App.Web
		main.cs
	`}.check(t, []resolution{
		{from: "main.cs", kind: "use", specifier: "App.Models", want: "a/A.cs a/B.cs"},
		{from: "main.cs", kind: "use", specifier: "global::App.Web", want: "c/C.cs"},
		{from: "main.cs", kind: "static", specifier: "App.Models.B", want: "a/B.cs"},
		{name: "alias of a nested type", from: "main.cs", kind: "use", specifier: "App.Other.A.Inner", want: "a/A.cs"},
		{from: "main.cs", kind: "use", specifier: "System.Linq"},
		{from: "main.cs", kind: "use", specifier: "App"},
		{from: "a/A.cs", kind: "use", specifier: "App.Models", want: "a/B.cs"},
	})
}

func TestRuby(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		lib/gem.rb
		lib/gem/part.rb
		test/test_helper.rb
		test/unit/part_test.rb
		part/lib/other.rb
		part/lib/shared/x.rb
		more/lib/shared/x.rb
		bin/run
		tasks.rb
		tools/report.rb
		tools/report/part.rb
	`}.check(t, []resolution{
		{from: "lib/gem.rb", kind: "require", specifier: "gem/part", want: "lib/gem/part.rb"},
		{from: "lib/gem.rb", kind: "require", specifier: "gem/part.rb", want: "lib/gem/part.rb"},
		{from: "lib/gem/part.rb", kind: "require-relative", specifier: "../gem", want: "lib/gem.rb"},
		{from: "lib/gem/part.rb", kind: "require_relative", specifier: "missing"},
		{from: "test/unit/part_test.rb", kind: "require", specifier: "test_helper", want: "test/test_helper.rb"},
		{from: "test/unit/part_test.rb", kind: "require", specifier: "gem", want: "lib/gem.rb"},
		{from: "lib/gem.rb", kind: "require", specifier: "other", want: "part/lib/other.rb"},
		{name: "two libraries", from: "lib/gem.rb", kind: "require", specifier: "shared/x"},
		{from: "more/lib/shared/x.rb", kind: "require", specifier: "shared/x"},
		{from: "lib/gem.rb", kind: "require", specifier: "json"},
		{name: "beside the program", from: "tools/report.rb", kind: "require", specifier: "report/part", want: "tools/report/part.rb"},
		{from: "lib/gem.rb", kind: "require", specifier: "./tasks", want: "tasks.rb"},
		{from: "lib/gem.rb", kind: "require-relative", specifier: "../../x"},
	})
}

func TestPHP(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		index.php
		src/Http/Kernel.php ns=App\Http
		src/Models/User.php ns=App\Models
		tests/KernelTest.php ns=Tests
		old/Legacy/Thing.php
		special/Deep/Model.php ns=App\Special\Deep
		inc/functions.php
		nowhere/Declared.php ns=Some\Where
		d1/Twice.php ns=Some\Two
		d2/Twice.php ns=Some\Two
	`, manifests: map[string]string{"composer.json": `{
		"autoload": {"psr-4": {"App\\": "src/", "App\\Special\\": ["special"]}, "psr-0": {"Legacy\\": "old/"}},
		"autoload-dev": {"psr-4": {"Tests\\": "tests", "Out\\": "../out"}}
	}`}}.check(t, []resolution{
		{from: "index.php", kind: "use", specifier: `App\Http\Kernel`, want: "src/Http/Kernel.php"},
		{from: "index.php", kind: "use", specifier: `\App\Models\User`, want: "src/Models/User.php"},
		{from: "index.php", kind: "use", specifier: `App\Special\Deep\Model`, want: "special/Deep/Model.php"},
		{from: "index.php", kind: "use", specifier: `Legacy\Thing`, want: "old/Legacy/Thing.php"},
		{from: "index.php", kind: "use", specifier: `Tests\KernelTest`, want: "tests/KernelTest.php"},
		{name: "by the declared namespace", from: "index.php", kind: "use", specifier: `Some\Where\Declared`, want: "nowhere/Declared.php"},
		{name: "declared twice", from: "index.php", kind: "use", specifier: `Some\Two\Twice`},
		{from: "index.php", kind: "use", specifier: `Symfony\Component\Yaml`},
		{from: "index.php", kind: "use", specifier: `Exception`},
		{from: "index.php", kind: "require", specifier: "/inc/functions.php", want: "inc/functions.php"},
		{from: "src/Http/Kernel.php", kind: "require", specifier: "../../inc/functions.php", want: "inc/functions.php"},
		{from: "src/Http/Kernel.php", kind: "include", specifier: "inc/functions.php", want: "inc/functions.php"},
		{from: "index.php", kind: "require", specifier: "../x.php"},
	})
}

func TestSmallLanguages(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		lua/plug/init.lua
		lua/plug/util.lua
		lua/plug/sub/a.lua
		app/main.lua
		app/conf.lua
		lib/foo.ex ns=Foo,Foo.Nested
		lib/bar.ex ns=Bar
		lib/t1.ex ns=Twice
		lib/t2.ex ns=Twice
		scripts/run.sh
		scripts/lib/common.sh
		env.sh
		Package.swift
		Sources/Core/A.swift
		Sources/Core/Deep/B.swift
		Sources/App/main.swift
		Tests/CoreTests/T.swift
	`}.check(t, []resolution{
		{from: "lua/plug/init.lua", kind: "require", specifier: "plug.util", want: "lua/plug/util.lua"},
		{from: "lua/plug/sub/a.lua", kind: "require", specifier: "plug", want: "lua/plug/init.lua"},
		{from: "app/main.lua", kind: "require", specifier: "conf", want: "app/conf.lua"},
		{from: "app/main.lua", kind: "require", specifier: "./conf", want: "app/conf.lua"},
		{from: "app/main.lua", kind: "require", specifier: "app/conf.lua", want: "app/conf.lua"},
		{from: "app/main.lua", kind: "require", specifier: "socket"},
		{from: "lib/bar.ex", kind: "alias", specifier: "Foo.Nested", want: "lib/foo.ex"},
		{from: "lib/bar.ex", kind: "use", specifier: "GenServer"},
		{from: "lib/bar.ex", kind: "import", specifier: "Twice"},
		{from: "scripts/run.sh", kind: "source", specifier: "lib/common.sh", want: "scripts/lib/common.sh"},
		{from: "scripts/run.sh", kind: "source", specifier: `"$DIR"/lib/common.sh`, want: "scripts/lib/common.sh"},
		{from: "scripts/run.sh", kind: "source", specifier: `${BASH_SOURCE%/*}/lib/common.sh`, want: "scripts/lib/common.sh"},
		{from: "scripts/run.sh", kind: "source", specifier: `$(cd "$(dirname "$0")/.." && pwd)/env.sh`, want: "env.sh"},
		{from: "scripts/run.sh", kind: "source", specifier: "./env.sh", want: "env.sh"},
		{from: "scripts/run.sh", kind: "source", specifier: "$FILE"},
		{from: "scripts/run.sh", kind: "source", specifier: "/etc/profile"},
		{from: "Sources/App/main.swift", kind: "import", specifier: "Core", want: "Sources/Core/A.swift Sources/Core/Deep/B.swift"},
		{from: "Tests/CoreTests/T.swift", kind: "import", specifier: "Foundation"},
	})
}

func TestLanguagesOfPaths(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		src/main.zig
		src/sub/util.zig
		src/std
		R/plot.r
		R/sub/more.r
		analysis/run.r
		Tool.psm1
		Public/Get.ps1
		Private/Helper.psm1
		app/pubspec.yaml
		app/lib/main.dart
		app/lib/src/view.dart
		core/pubspec.yaml
		core/lib/core.dart
		core/lib/src/view.dart
	`, manifests: map[string]string{"app/pubspec.yaml": "name: shop\ndependencies:\n  core: any\n", "core/pubspec.yaml": "name: 'core'\n"}}.check(t, []resolution{
		{from: "src/main.zig", kind: "import", specifier: "sub/util.zig", want: "src/sub/util.zig"},
		{from: "src/sub/util.zig", kind: "import", specifier: "../main.zig", want: "src/main.zig"},
		{from: "src/sub/util.zig", kind: "import", specifier: "main.zig"},
		{from: "analysis/run.r", kind: "source", specifier: "R/plot.r", want: "R/plot.r"},
		{from: "R/plot.r", kind: "source", specifier: "sub/more.r", want: "R/sub/more.r"},
		{from: "R/plot.r", kind: "library", specifier: "stats"},
		{from: "Tool.psm1", kind: "import", specifier: "$PSScriptRoot/Public/Get.ps1", want: "Public/Get.ps1"},
		{from: "Public/Get.ps1", kind: "import", specifier: "../Private/Helper.psm1", want: "Private/Helper.psm1"},
		{from: "Public/Get.ps1", kind: "import", specifier: "../Private/Helper", want: "Private/Helper.psm1"},
		{from: "app/lib/main.dart", kind: "import", specifier: "src/view.dart", want: "app/lib/src/view.dart"},
		{from: "app/lib/main.dart", kind: "import", specifier: "package:shop/src/view.dart", want: "app/lib/src/view.dart"},
		{from: "app/lib/main.dart", kind: "import", specifier: "package:core/core.dart", want: "core/lib/core.dart"},
		{from: "app/lib/main.dart", kind: "import", specifier: "package:other/core.dart"},
		{from: "app/lib/main.dart", kind: "import", specifier: "dart:io"},
	})
}
