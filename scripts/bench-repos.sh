#!/usr/bin/env bash
# Packs every repository below a folder and prints a Markdown table: what was
# found, what fits the budget, and what it cost without a cache. Usage:
#   scripts/bench-repos.sh CTXPACK FOLDER [BUDGET] [RUNS]
# Needs GNU time and jq.
set -euo pipefail
ctxpack=$1 folder=$2 budget=${3:-128k} runs=${4:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "| repository | files seen | text MB | text tokens | full | signatures | not included | tokens used | seconds | peak MB |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for repository in "$folder"/*/; do
  name=$(basename "$repository")
  for run in $(seq "$runs"); do
    /usr/bin/time -f '%e %M' -o "$work/time" "$ctxpack" pack "$repository" -b "$budget" -o "$work/out.md" --no-cache --quiet || true
    tail -n 1 "$work/time" >> "$work/times"
  done
  seconds=$(cut -d' ' -f1 "$work/times" | sort -n | sed -n "$((runs / 2 + 1))p")
  memory=$(cut -d' ' -f2 "$work/times" | sort -n | sed -n "$((runs / 2 + 1))p")
  rm "$work/times"
  "$ctxpack" pack "$repository" -b "$budget" -o "$work/out.md" --report "$work/report.json" --no-cache --quiet || true
  jq -r --arg name "$name" --arg seconds "$seconds" --arg memory "$((memory / 1024))" '
    [.files[] | select(.lines > 0 or .tier != "skip")] as $text
    | [$name, (.files | length), (($text | map(.size) | add) / 1e5 | round / 10), ($text | map(.tokens) | add),
       .counts.full, .counts.signatures, .counts.skipped, .tokens, $seconds, $memory]
    | "| " + (map(tostring) | join(" | ")) + " |"' "$work/report.json"
done
