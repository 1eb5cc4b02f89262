#!/bin/sh
# Try `ctxpack mcp` with two real clients: that of the Python SDK (PyPI: mcp) and the
# command line of the inspector (npm: @modelcontextprotocol/inspector). They are fetched
# from their registries into a temporary folder, so this is no part of the tests.
#
# usage: scripts/mcp-clients.sh [PROGRAM]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=${1:-}
if [ -z "$program" ]; then
	program=$work/ctxpack
	(cd "$here/.." && go build -o "$program" .)
fi
mkdir "$work/shop"
printf '# Shop\n\nSells things.\n' >"$work/shop/README.md"
printf 'package shop\n\nfunc Buy() {\n\tprintln("bought")\n}\n' >"$work/shop/cart.go"

python3 -m venv "$work/python"
"$work/python/bin/pip" install -q mcp
"$work/python/bin/python" "$here/mcp-client.py" "$program" "$work/shop"

cd "$work/shop"
npm install --silent --prefix "$work/node" @modelcontextprotocol/inspector >/dev/null
inspect() {
	"$work/node/node_modules/.bin/mcp-inspector" --cli "$program" mcp "$@"
}
expect() {
	grep -q -- "$1" "$work/said" || { echo "not said: $1" >&2; cat "$work/said" >&2; exit 1; }
}
inspect --method tools/list >"$work/said"
for tool in pack search outline read uses explain; do expect "\"name\": \"$tool\""; done
inspect --method tools/call --tool-name read --tool-arg 'what=["Buy"]' >"$work/said"
expect 'cart.go:3-5 of 5'
inspect --method tools/call --tool-name pack --tool-arg task='what is bought' --tool-arg budget=1000 >"$work/said"
expect 'ctxpack bundle'
inspect --method tools/call --tool-name outline --tool-arg path=cart.go >"$work/said"
expect 'func Buy()'
inspect --method tools/call --tool-name explain --tool-arg path=cart.go >"$work/said"
expect 'rank'
inspect --method tools/call --tool-name search --tool-arg query='buy' >"$work/said"
expect 'func Buy()'
inspect --method tools/call --tool-name uses --tool-arg name=Buy >"$work/said"
expect '0 uses'
echo "the inspector's command line: done"
