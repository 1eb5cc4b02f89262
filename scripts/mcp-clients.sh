#!/bin/sh
# Try `ctxpack mcp` with real clients: those of the Python SDK (PyPI: mcp) and of the
# TypeScript SDK (npm: @modelcontextprotocol/sdk), and the command line of the inspector
# (npm: @modelcontextprotocol/inspector). They are fetched from their registries into a
# temporary folder, so this is no part of the tests.
#
# With clones of repositories at the commits that docs/mcp.md names, in folders called flask, gin,
# pocketbase or scrapy, both SDKs ask them the questions of mcp-questions.json, in one session
# each; what the answers of a session have together must not be more than 3,000 tokens.
#
# usage: scripts/mcp-clients.sh [PROGRAM [FOLDER...]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=${1:-}
if [ -z "$program" ]; then
	program=$work/ctxpack
	(cd "$here/.." && go build -o "$program" .)
fi
[ $# -eq 0 ] || shift
mkdir "$work/shop"
printf '# Shop\n\nSells things.\n' >"$work/shop/README.md"
printf 'package shop\n\nfunc Buy() {\n\tprintln("bought")\n}\n' >"$work/shop/cart.go"

python3 -m venv "$work/python"
"$work/python/bin/pip" install -q mcp
"$work/python/bin/python" "$here/mcp-client.py" "$program" "$work/shop"

cd "$work/shop"
npm install --silent --prefix "$work/node" @modelcontextprotocol/inspector @modelcontextprotocol/sdk >/dev/null
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

# weigh counts the answers of a session.
weigh() {
	all=0
	for answer in "$work/answers"/*; do
		tokens=$("$program" tokens - <"$answer" | awk '{ print $1; exit }' | tr -d ,)
		printf '%7s  %s, %s: %s\n' "$tokens" "$1" "$2" "$(basename "$answer" | cut -d' ' -f2-)"
		all=$((all + tokens))
	done
	printf '%7s  %s, %s: the session\n' "$all" "$1" "$2"
	[ "$all" -le 3000 ] || { echo "more than 3000 tokens" >&2; exit 1; }
}
ask() { # NAME FOLDER
	for sdk in Python TypeScript; do
		rm -rf "$work/answers"
		mkdir "$work/answers"
		if [ "$sdk" = Python ]; then
			"$work/python/bin/python" "$here/mcp-client.py" "$program" "$2" "$1" "$work/answers"
		else
			(cd "$work/node" && node "$here/mcp-client.mjs" "$program" "$2" "$1" "$work/answers")
		fi
		weigh "$sdk" "$1"
	done
}
for folder; do
	ask "$(basename "$folder")" "$folder"
done
