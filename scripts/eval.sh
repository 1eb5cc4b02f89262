#!/usr/bin/env bash
# Measures what bundles hold of what a newcomer needs: the files that maintainers'
# guides name, and those that the next commits edit. Usage:
#   EVAL_MIRROR=FOLDER scripts/eval.sh CTXPACK EVAL [full]
# EVAL is the folder of the benchmark, with evaluate.py and guides/guides.py;
# EVAL_MIRROR holds bare git directories, OWNER+NAME/repo. Flags of `ctxpack pack`
# may stand in EVAL_FLAGS. EVAL_TREES is a folder that keeps the trees of the guides
# for the next run. Needs Python 3.11 and git.
set -euo pipefail
ctxpack=$(realpath "$1") eval=$2 full=${3:-} flags=${EVAL_FLAGS:-}
: "${EVAL_MIRROR:?set it to the folder with the git directories}"
trees=${EVAL_TREES:-}
if [ -z "$trees" ]; then
  trees=$(mktemp -d)
  trap 'rm -rf "$trees"' EXIT
fi
guides=(--only i3,leveldb,bpftrace,crush,nanochat)
changes=(--repos pallets+flask,gin-gonic+gin,axios+axios,BurntSushi+ripgrep,google+gson,sourcegraph+zoekt)
if [ -n "$full" ]; then
  guides=() changes=()
fi

echo "## Files that guides name"
python3 "$eval/guides/guides.py" trees "$EVAL_MIRROR" "$trees" "${guides[@]}" >&2
python3 "$eval/guides/guides.py" run "$trees" "${guides[@]}" \
  --cmd "'$ctxpack' pack {dir} --budget {budget} --format json -o {out} --no-cache --no-config --quiet $flags"

echo
echo "## Files that the next 100 commits edit"
python3 "$eval/evaluate.py" --ctxpack "$ctxpack" --tasks A "${changes[@]}" --flags "--format xml --no-cache $flags"
