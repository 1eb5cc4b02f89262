#!/usr/bin/env bash
# Compares cold and warm runs of ctxpack with repomix on every repository that
# is named, in pairs: each round runs all four, so that a busy machine is busy
# for all. Prints a Markdown table of medians, seconds of processor time, with how many
# times as long repomix --compress takes beside what bench-peers.tsv says it took, and which
# of these fell by more than a tenth; RECORD=1 writes them down. Usage:
#   scripts/bench-peers.sh CTXPACK REPOMIX ROUNDS REPOSITORY...
# REPOMIX may be "-" for none. Needs GNU time. Cold means an empty cache of ctxpack;
# the system's own cache is warm for all.
set -euo pipefail
ctxpack=$(realpath "$1") repomix=$2 rounds=$3
shift 3
recorded=$(dirname "$0")/bench-peers.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure NAME COMMAND...: seconds of the processor and peak kilobytes of a run, appended
# to a file
measure() {
  local name=$1 TIMEFORMAT='%3U %3S' # GNU time has hundredths, a tenth of a warm run
  shift
  { time /usr/bin/time -f %M -o "$work/peak" "$@" > /dev/null 2>&1 || echo "failed: $*" >&3; } 3>&2 2> "$work/time"
  awk -v peak="$(tail -n 1 "$work/peak")" '{ print $1 + $2, peak }' "$work/time" >> "$work/$name"
}

# median NAME FIELD
median() {
  cut -d' ' -f"$2" "$work/$1" | sort -n | sed -n "$((rounds / 2 + 1))p"
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / (b > 0 ? b : 0.01) }'; }

# beside NAME FIELD RATIO: the ratio, with the recorded one where there is one
beside() {
  local was
  was=$(awk -F '\t' -v name="$1" -v field="$2" '$1 == name { print $field }' "$recorded")
  echo "$3${was:+ (was $was)}"
  if [ -n "$was" ] && awk -v a="$3" -v b="$was" 'BEGIN { exit !(a < 0.9 * b) }'; then
    echo "$1, $([ "$2" = 2 ] && echo cold || echo warm): $3 for $was" >> "$work/fell"
  fi
}

# record NAME COLD WARM: keeps the ratios for the next time
record() {
  { grep -v -P "^$1\t" "$recorded" || true; printf '%s\t%s\t%s\n' "$@"; } | sort > "$work/recorded"
  cp "$work/recorded" "$recorded"
}

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
  name=$(basename "$repository")
  cold=$(median cold 1) warm=$(median warm 1) compress=$(median compress 1)
  to_cold=$(ratio "$compress" "$cold") to_warm=$(ratio "$compress" "$warm")
  if [ "$repomix" != - ] && [ -z "${RECORD:-}" ]; then
    to_cold=$(beside "$name" 2 "$to_cold") to_warm=$(beside "$name" 3 "$to_warm")
  elif [ "$repomix" != - ]; then
    record "$name" "$to_cold" "$to_warm"
  fi
  echo "| $name | $cold | $warm | $(median plain 1) | $compress | $to_cold | $to_warm |" \
    "$(($(median cold 2) / 1024)) | $(($(median warm 2) / 1024)) | $(($(median compress 2) / 1024)) |"
done
if [ -s "$work/fell" ]; then
  printf '\nfell by more than a tenth:\n'
  cat "$work/fell"
fi
