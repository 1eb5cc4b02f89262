#!/usr/bin/env bash
# Compares runs of ctxpack (cold; warm, with another budget; the warm one again) with repomix and code2prompt on every repository
# that is named, in pairs: each round runs all five, so that a busy machine is busy
# for all. Prints a Markdown table of medians, seconds of processor time, with how many
# times as long repomix --compress and code2prompt take beside what bench-peers.tsv says they
# took, and which of these fell by more than a tenth; RECORD=1 writes them down. Usage:
#   scripts/bench-peers.sh CTXPACK REPOMIX CODE2PROMPT ROUNDS REPOSITORY...
# REPOMIX and CODE2PROMPT may be "-" for none. Needs GNU time. Cold means an empty cache of
# ctxpack; the system's own cache is warm for all.
set -euo pipefail
ctxpack=$(realpath "$1") repomix=$2 code2prompt=$3 rounds=$4
shift 4
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

# beside NAME FIELD RATIO: the ratio, with the recorded one where there is one; what fell is
# noted. A peer that did not run has none.
beside() {
  local was
  if [ "$3" = - ] || [ -n "${RECORD:-}" ]; then
    echo "$3"
    return
  fi
  was=$(awk -F '\t' -v name="$1" -v field="$2" '$1 == name && $field != "-" { print $field }' "$recorded")
  echo "$3${was:+ (was $was)}"
  if [ -n "$was" ] && awk -v a="$3" -v b="$was" 'BEGIN { exit !(a < 0.9 * b) }'; then
    local fields=(- - 'compress / cold' 'compress / warm' 'code2prompt / cold')
    echo "$1, ${fields[$2]}: $3 for $was" >> "$work/fell"
  fi
}

# record NAME RATIO...: keeps the ratios for the next time, those of before for a peer that
# did not run
record() {
  local was name=$1
  was=$(grep -P "^$name\t" "$recorded" || true)
  {
    grep -v -P "^$name\t" "$recorded" || true
    printf '%s\t%s\t%s\t%s\n' "$@" | awk -F '\t' -v OFS='\t' -v was="$was" '
      { split(was, before); for (i = 2; i <= 4; i++) if ($i == "-" && before[i] != "") $i = before[i]; print }'
  } | sort > "$work/recorded"
  cp "$work/recorded" "$recorded"
}

# against PEER NAME TIME: how many times as long a peer takes as a run of ctxpack
against() {
  if [ "$1" = - ]; then echo -; else ratio "$(median "$2" 1)" "$3"; fi
}

echo "| repository | cold s | warm s | again s | repomix s | repomix --compress s | code2prompt s | compress / cold | compress / warm | code2prompt / cold | cold MB | warm MB | again MB | repomix --compress MB |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
for repository in "$@"; do
  rm -f "$work"/{cold,warm,again,plain,compress,prompt}
  for _ in $(seq "$rounds"); do
    rm -rf "$work/cache"
    measure cold "$ctxpack" pack "$repository" -b 128k -o "$work/out.md" --cache-dir "$work/cache" --quiet
    for run in warm again; do
      measure "$run" "$ctxpack" pack "$repository" -b 127k -o "$work/out.md" --cache-dir "$work/cache" --quiet
    done
    if [ "$repomix" != - ]; then
      measure plain "$repomix" "$repository" -o "$work/peer.xml" --quiet
      measure compress "$repomix" "$repository" --compress -o "$work/peer.xml" --quiet
    else
      echo "0 0" | tee -a "$work/plain" >> "$work/compress"
    fi
    if [ "$code2prompt" != - ]; then
      measure prompt "$code2prompt" "$repository" -O "$work/peer.md" --no-clipboard --quiet
    else
      echo "0 0" >> "$work/prompt"
    fi
  done
  name=$(basename "$repository")
  cold=$(median cold 1) warm=$(median warm 1)
  to_cold=$(against "$repomix" compress "$cold") to_warm=$(against "$repomix" compress "$warm")
  to_prompt=$(against "$code2prompt" prompt "$cold")
  if [ -n "${RECORD:-}" ]; then
    record "$name" "$to_cold" "$to_warm" "$to_prompt"
  fi
  echo "| $name | $cold | $warm | $(median again 1) | $(median plain 1) | $(median compress 1) | $(median prompt 1) |" \
    "$(beside "$name" 2 "$to_cold") | $(beside "$name" 3 "$to_warm") | $(beside "$name" 4 "$to_prompt") |" \
    "$(($(median cold 2) / 1024)) | $(($(median warm 2) / 1024)) | $(($(median again 2) / 1024)) | $(($(median compress 2) / 1024)) |"
done
if [ -s "$work/fell" ]; then
  printf '\nfell by more than a tenth:\n'
  cat "$work/fell"
fi
