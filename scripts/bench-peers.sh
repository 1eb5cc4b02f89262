#!/usr/bin/env bash
# Compares cold and warm runs of ctxpack with repomix on every repository that
# is named, in pairs: each round runs all four, so that a busy machine is busy
# for all. Prints a Markdown table of medians. Usage:
#   scripts/bench-peers.sh CTXPACK REPOMIX ROUNDS REPOSITORY...
# REPOMIX may be "-" for none. Needs GNU time. Cold means an empty cache of ctxpack;
# the system's own cache is warm for all.
set -euo pipefail
ctxpack=$(realpath "$1") repomix=$2 rounds=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure NAME COMMAND...: seconds and peak kilobytes of a run, appended to a file
measure() {
  local name=$1
  shift
  /usr/bin/time -f '%e %M' -o "$work/time" "$@" > /dev/null 2>&1 || echo "failed: $*" >&2
  tail -n 1 "$work/time" >> "$work/$name"
}

# median NAME FIELD
median() {
  cut -d' ' -f"$2" "$work/$1" | sort -n | sed -n "$((rounds / 2 + 1))p"
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / (b > 0 ? b : 0.01) }'; }

echo "| repository | cold s | warm s | repomix s | repomix --compress s | compress / cold | compress / warm | cold MB | warm MB | repomix --compress MB |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for repository in "$@"; do
  rm -f "$work"/{cold,warm,plain,compress}
  for _ in $(seq "$rounds"); do
    rm -rf "$work/cache"
    measure cold "$ctxpack" pack "$repository" -b 128k -o "$work/out.md" --cache-dir "$work/cache" --quiet
    measure warm "$ctxpack" pack "$repository" -b 128k -o "$work/out.md" --cache-dir "$work/cache" --quiet
    if [ "$repomix" != - ]; then
      measure plain "$repomix" "$repository" -o "$work/peer.xml" --quiet
      measure compress "$repomix" "$repository" --compress -o "$work/peer.xml" --quiet
    else
      echo "0 0" | tee -a "$work/plain" >> "$work/compress"
    fi
  done
  cold=$(median cold 1) warm=$(median warm 1) compress=$(median compress 1)
  echo "| $(basename "$repository") | $cold | $warm | $(median plain 1) | $compress |" \
    "$(ratio "$compress" "$cold") | $(ratio "$compress" "$warm") |" \
    "$(($(median cold 2) / 1024)) | $(($(median warm 2) / 1024)) | $(($(median compress 2) / 1024)) |"
done
