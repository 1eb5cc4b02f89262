#!/usr/bin/env bash
# Installs what `make dist` has built as people would: the wheel by pip into a new
# environment, the npm packages by npm into a new folder, each without Go on PATH
# and without a registry, and packs a tiny repository with them.
#
#     scripts/dist-test.sh [DIST]
#
# Needs python3 with venv, node with npm, and git; tries uvx if it is there. What is
# missing is said; if nothing could be tried, that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
dist=$(realpath "${1:-dist}")
version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' cmd/internal/cli/version.go)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/repository"
cd "$work/repository"
git init -q .
printf '# Tiny\n\nA repository of two files.\n' > README.md
printf 'package tiny\n\n// Answer is known.\nfunc Answer() int { return 42 }\n' > tiny.go
git add . && git -c user.name=t -c user.email=t@example.com commit -qm 'Begin'

# Only what the installers need, and no Go.
path=$work/path
mkdir "$path"
for tool in python3 node npm sh env bash cat tar gzip dirname basename uname sed realpath; do
	found=$(python3 -c 'import os,shutil,sys; p=shutil.which(sys.argv[1]); print(os.path.realpath(p) if p and sys.argv[1] == "python3" else p or "")' "$tool")
	if [ -n "$found" ]; then printf '#!/bin/sh\nexec "%s" "$@"\n' "$found" > "$path/$tool"; chmod +x "$path/$tool"; fi
done

tried=0
check() { # NAME COMMAND...
	local name=$1; shift
	printf '== %s\n' "$name"
	case $(PATH=$path "$@" --version) in
	"ctxpack $version"*) ;;
	*) echo "$name: the version is not $version"; exit 1 ;;
	esac
	PATH=$path "$@" pack . --budget 2k --no-cache --quiet > "$work/$name.md"
	grep -q 'func Answer() int' "$work/$name.md" || { echo "$name: the bundle lacks what is in it"; cat "$work/$name.md"; exit 1; }
	local code=0
	PATH=$path "$@" pack nosuch 2> /dev/null || code=$?
	[ "$code" = 2 ] || { echo "$name: exit code $code in place of 2"; exit 1; }
	echo "$name: $(head -c 60 "$work/$name.md" | head -n 1), $(wc -c < "$work/$name.md") bytes"
	tried=$((tried + 1))
}

wheel=$(sed -n 's/^PYPI_NAME=//p' "$root/contrib/packaging/place.env")
if command -v python3 > /dev/null; then
	python3 -m venv "$work/venv"
	PATH=$path "$work/venv/bin/python" -m pip install -q --disable-pip-version-check --no-index --find-links "$dist" "$wheel"
	check pip "$work/venv/bin/ctxpack"
else
	echo "no python3: the wheel is not tried"
fi

if command -v uvx > /dev/null; then
	uvx=$(command -v uvx)
	check uvx env UV_CACHE_DIR="$work/uv" "$uvx" --offline --no-index --find-links "$dist" --from "$wheel" ctxpack
else
	echo "no uvx: not tried"
fi

if command -v npm > /dev/null; then
	platform=$(node -p 'process.platform + "-" + process.arch')
	mkdir "$work/npm"
	printf '{"private": true}\n' > "$work/npm/package.json"
	prefix=$(sed -n 's/^NPM_PREFIX=//p' "$root/contrib/packaging/place.env")
	file=$(printf '%s' "${prefix#@}" | tr / -)
	(cd "$work/npm" && PATH=$path npm install --silent --no-audit --no-fund --offline --cache "$work/npm-cache" \
		"$dist/$file-$platform-$version.tgz" "$dist/ctxpack-$version.tgz")
	check npm "$work/npm/node_modules/.bin/ctxpack"
	check npx env npm_config_cache="$work/npm-cache" npm --prefix "$work/npm" exec --offline -- ctxpack
else
	echo "no npm: the npm packages are not tried"
fi

[ "$tried" -gt 0 ] || { echo "nothing was tried"; exit 1; }
echo "all $tried ways work"
