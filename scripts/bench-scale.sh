#!/usr/bin/env bash
# Packs 1, 5 and 50 copies of a repository's files as one tree, cold, and
# prints what a megabyte costs. Usage:
#   scripts/bench-scale.sh CTXPACK REPOSITORY [ROUNDS]
# Needs GNU time, git, and fifty times the repository's space.
set -euo pipefail
ctxpack=$(realpath "$1") repository=$2 rounds=${3:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$repository" ls-files -z | tar -C "$repository" --null -T - --ignore-failed-read -cf "$work/files.tar" 2> /dev/null

echo "| copies | MB | seconds | processor s | peak MB | ms a MB |"
echo "|---|---|---|---|---|---|"
made=0
for copies in 1 5 50; do
  for ((; made < copies; made++)); do
    mkdir -p "$work/tree/$made"
    tar -C "$work/tree/$made" -xf "$work/files.tar"
  done
  megabytes=$(du -sb --apparent-size "$work/tree" | awk '{ print $1 / 1e6 }')
  rm -f "$work/times"
  for _ in $(seq "$rounds"); do
    rm -rf "$work/cache"
    /usr/bin/time -f '%e %U %S %M' -a -o "$work/times" \
      "$ctxpack" pack "$work/tree" -b 128k -o "$work/out.md" --cache-dir "$work/cache" --quiet
  done
  sort -n "$work/times" | sed -n "$((rounds / 2 + 1))p" | awk -v n="$copies" -v mb="$megabytes" \
    '{ printf "| %d | %.0f | %s | %.1f | %d | %.1f |\n", n, mb, $1, $2 + $3, $4 / 1024, 1000 * $1 / mb }'
done
