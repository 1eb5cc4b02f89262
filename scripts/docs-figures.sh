#!/usr/bin/env bash
# Prints what the examples of README.md and docs/ show, for a comparison by hand before a
# release. Usage: scripts/docs-figures.sh CTXPACK REPOS
# REPOS holds git repositories as OWNER+NAME (or OWNER+NAME/repo): pallets+flask,
# gin-gonic+gin and redis+redis, with the commits that are named below.
set -euo pipefail
ctxpack=$(realpath "$1") repos=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone() { # owner+name, commit, name
  local from=$repos/$1
  [ -e "$from/repo" ] && from=$from/repo
  git clone -q "$from" "$work/$3" && git -C "$work/$3" checkout -q --detach "$2"
}
show() { # where it stands, folder, arguments of ctxpack
  printf '\n== %s: ctxpack' "$1"
  printf ' %q' "${@:3}"
  printf '\n'
  (cd "$work/$2" && "$ctxpack" "${@:3}" --no-cache 2>&1)
}
clone pallets+flask 2ac89889f4cc330eabd50f295dcef02828522c69 flask
clone gin-gonic+gin dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9 gin
clone redis+redis 4f8cdc2a1ea53e42955af758aabffee67cb455dd redis
sed -n '/`issue.md` being/,/^```$/p' "$(dirname "$0")/../docs/task.md" | sed -e '1,/^```/d' -e '$d' >"$work/issue.md"

show README.md flask pack . --budget 16k
show docs/pack.md redis score -n 5
show docs/pack.md flask score -n 5 --rank classic
show docs/task.md flask score --task "@$work/issue.md" -n 6
show docs/task.md flask pack --task "@$work/issue.md" -b 8000 --report "$work/report.json" -o "$work/task.md"
python3 - "$work/report.json" <<'PYTHON'
import json, sys
for f in json.load(open(sys.argv[1]))["files"]:
    if f["tier"] != "skip":
        print(f["path"], f.get("level"), f["shown_tokens"], "of", f["tokens"], f.get("ranges", ""))
PYTHON
show docs/task.md gin pack --diff=HEAD~12.. --with-diff --with-log 5 -b 12k
printf '\n== docs/task.md: scripts/eval-commits.py\n'
"$(dirname "$0")/eval-commits.py" --ctxpack "$ctxpack" "$work/flask"
