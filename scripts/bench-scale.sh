#!/usr/bin/env bash
# Packs several copies of a repository's files as one tree, cold, and prints what a file
# costs, beside what it costs in the first of the trees. Usage:
#   scripts/bench-scale.sh CTXPACK REPOSITORY [ROUNDS] [COPIES...]
# COPIES are 1, 2 and 4 where none are given. Each round packs all trees, so that a busy machine
# is busy for all. Needs GNU time, git, and the space of all copies.
set -euo pipefail
ctxpack=$(realpath "$1") repository=$2 rounds=${3:-5}
shift "$(($# < 3 ? $# : 3))"
[ $# -gt 0 ] || set -- 1 2 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$repository" ls-files -z | tar -C "$repository" --null -T - --ignore-failed-read -cf "$work/files.tar" 2> /dev/null

for copies in "$@"; do
  for n in $(seq "$copies"); do
    mkdir -p "$work/$copies/$n"
    tar -C "$work/$copies/$n" -xf "$work/files.tar"
  done
done
for _ in $(seq "$rounds"); do
  for copies in "$@"; do
    rm -rf "$work/cache"
    /usr/bin/time -f '%U %S %e %M' "$ctxpack" pack "$work/$copies" -b 128k -o "$work/out.md" --cache-dir "$work/cache" --quiet 2>&1 |
      tail -n 1 | awk '{ print $1 + $2, $3, $4 }' >> "$work/times-$copies"
  done
done

echo "| copies | files | MB | processor s | seconds | peak MB | ms a file | of the first |"
echo "|---|---|---|---|---|---|---|---|"
first=
for copies in "$@"; do
  files=$(find "$work/$copies" -type f | wc -l)
  megabytes=$(du -sb --apparent-size "$work/$copies" | awk '{ print $1 / 1e6 }')
  read -r cpu wall peak < <(sort -n "$work/times-$copies" | sed -n "$((rounds / 2 + 1))p")
  each=$(awk -v s="$cpu" -v n="$files" 'BEGIN { printf "%.4f", 1000 * s / n }')
  awk -v copies="$copies" -v files="$files" -v mb="$megabytes" -v cpu="$cpu" -v wall="$wall" -v peak="$peak" -v each="$each" -v first="${first:=$each}" \
    'BEGIN { printf "| %d | %d | %.0f | %.2f | %.2f | %d | %.3f | %.2f |\n", copies, files, mb, cpu, wall, peak / 1024, each, each / first }'
done
