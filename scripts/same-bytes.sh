#!/usr/bin/env bash
# Packs trees with two programs, in all formats, packings and some budgets, with a task
# (TASK) and without, and names the bundles that differ. Usage:
#   scripts/same-bytes.sh OLD NEW TREE...
# Exit code: 0 if all bundles are the same, 1 if some differ or cannot be made.
set -uo pipefail
old=$(realpath "$1") new=$(realpath "$2")
shift 2
task=${TASK:-A wrong key in the configuration should be an error that names its line}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
made=0 differ=0
for tree in "$@"; do
  for format in markdown json xml plain documents; do
    for packing in levels tiers; do
      for budget in 8k 32k 128k; do
        for about in "" "$task"; do
          options=(--format "$format" --budget "$budget" ${about:+--task "$about"})
          for program in old new; do
            CTXPACK_PACKING=$packing "${!program}" pack "$tree" "${options[@]}" --no-cache --no-config --quiet > "$work/$program" 2> "$work/$program.err"
            code=$?
            # A bundle without what could not be read is one too.
            [[ $code == 0 || $code == 3 ]] || { echo "$program ends with $code:" "$tree" "${options[@]}"; differ=$((differ + 1)); }
          done
          made=$((made + 1))
          cmp -s "$work/old" "$work/new" || { echo "differs:" "$tree" "${options[@]}"; differ=$((differ + 1)); }
        done
      done
    done
  done
done
echo "$made bundles, $differ complaints"
[[ $made -gt 0 && $differ == 0 ]]
