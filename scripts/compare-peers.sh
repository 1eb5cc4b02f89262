#!/usr/bin/env bash
# Runs ctxpack and the peers that are installed on one repository and tells what came
# out, as lines of a Markdown table. Usage:
#   scripts/compare-peers.sh CTXPACK REPOSITORY GOLD [TOOL...]
# REPOSITORY is a git work tree, GOLD a file with paths of it, one a line: what a
# newcomer should see. TOOL limits the run to some of: ctxpack repomix gitingest
# files-to-prompt code2prompt aider redcon, found on the PATH. Each command
# runs in a copy of the tree with an empty home folder: once cold, then ROUNDS times
# (default 3) for the medians of processor time and memory, then in a second copy
# under strace, which sees attempts to reach the network. Where unshare may, it takes
# the network from all runs. Nothing else of the caller's environment is passed on.
# LIMIT is the most seconds of a run (default 300). Output and errors stay in KEEP, if
# that is set.
# Needs GNU time, strace, Python 3.11 and git.
set -euo pipefail
ctxpack=$(realpath "$1") repository=$(realpath "$2") gold=$(realpath "$3")
shift 3
rounds=${ROUNDS:-3} limit=${LIMIT:-300}
judge=$(realpath "$(dirname "$0")")/compare-peers.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP"; fi
alone=()
if unshare -n true 2> /dev/null; then alone=(unshare -n); fi
mkdir "$work/bin"
ln -s "$ctxpack" "$work/bin/ctxpack"
path=$work/bin:$PATH

# Tool, tokens asked for, command. OUT is the file to write.
commands() {
  local b
  for b in 8000 32000; do
    echo "ctxpack|$b|ctxpack pack . -b $b -o OUT"
    echo "aider|$b|aider --show-repo-map --map-tokens $b --map-multiplier-no-files 1 --model gpt-4o --openai-api-key none --no-check-update --no-analytics --no-show-model-warnings --no-gitignore --no-pretty --yes-always > OUT"
    echo "redcon|$b|redcon pack 'Understand this codebase' --max-tokens $b --format context-only > OUT"
    echo "redcon repo-map|$b|redcon repo-map 'Understand this codebase' --budget $b > OUT"
  done
  echo "ctxpack|-|ctxpack pack . -b 1000m -o OUT"
  echo "repomix|-|repomix -o OUT"
  echo "repomix --compress|-|repomix --compress -o OUT"
  echo "gitingest|-|gitingest . -o OUT"
  echo "files-to-prompt|-|files-to-prompt . -o OUT"
  echo "code2prompt|-|code2prompt . -O OUT"
}

# fresh NAME FOLDER: a copy of FOLDER and empty folders for everything else
fresh() {
  rm -rf "${work:?}/$1"
  mkdir -p "$work/$1/home" "$work/$1/tmp" "$work/$1/out"
  cp -a "$2" "$work/$1/tree"
}

# run NAME COMMAND [PREFIX...]: runs it in a copy; exit code to $code
run() {
  local place=$work/$1 command=${2//OUT/$work/$1/out/out}
  shift 2
  code=0
  (cd "$place/tree" && env -i PATH="$path" HOME="$place/home" TMPDIR="$place/tmp" \
    LANG=C.UTF-8 TERM=dumb /usr/bin/time -o "$place/time" -f '%U %S %M' \
    timeout "$limit" "${alone[@]}" "$@" sh -c "$command" < /dev/null \
    > "$place/stdout" 2> "$place/stderr") || code=$?
}

listing() { (cd "$work/$1" && find tree home tmp \( -path tree/.git -prune \) -o -type f -printf '%p %s %T@\n' | sort); }

# A repository of three files, in which everything has room, with a made-up token
# that has the form and the check sum of GitHub's.
mkdir "$work/planted"
token=$(python3 "$judge" plant "$work/planted")
git -C "$work/planted" init -q
git -C "$work/planted" add .
git -C "$work/planted" -c user.name=a -c user.email=a@localhost commit -q -m "Begin"

echo "| tool | asked | exit | tokens | README | guide files in full | in part | processor s | MB | secret | same bytes | wrote besides | network |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
commands | while IFS='|' read -r name asked command; do
  tool=${name%% *}
  if [ $# -gt 0 ] && [[ " $* " != *" $tool "* ]]; then continue; fi
  if ! PATH=$path command -v "$tool" > /dev/null; then continue; fi
  fresh a "$repository"
  listing a > "$work/before"
  run a "$command"
  first=$code
  wrote=$(listing a | comm -13 "$work/before" - | cut -d' ' -f1 | sed -E 's,^(tree|home|tmp)/([^/]*/?).*,\1/\2,' | sort | uniq -c | awk '{print $2 " (" $1 ")"}' | paste -sd' ')
  touch "$work/a/out/out"
  cp "$work/a/out/out" "$work/first"
  : > "$work/times"
  same=yes
  for _ in $(seq "$rounds"); do
    rm -f "$work/a/out/out"
    run a "$command"
    tail -n 1 "$work/a/time" | awk '{print $1 + $2, $3}' >> "$work/times"
    touch "$work/a/out/out"
    cmp -s "$work/first" "$work/a/out/out" || same="no (again)"
  done
  if [ -n "${KEEP:-}" ]; then
    cp "$work/first" "$KEEP/${name// /_}.$asked"
    cp "$work/a/stderr" "$KEEP/${name// /_}.$asked.err"
  fi
  fresh b "$repository"
  run b "$command" strace -f --seccomp-bpf -qq -e trace=connect -o "$work/connects"
  touch "$work/b/out/out"
  if [ "$same" = yes ] && ! cmp -s "$work/first" "$work/b/out/out"; then same="no (elsewhere)"; fi
  network=no
  if grep -E 'AF_INET6?,' "$work/connects" | grep -vqE 'inet_addr\("127\.|"::1"'; then network=tried; fi
  fresh c "$work/planted"
  run c "$command"
  touch "$work/c/out/out"
  secret="file not there"
  if grep -q 'eu-north-7' "$work/c/out/out"; then secret=redacted; fi
  if grep -q "$token" "$work/c/out/out"; then secret=shown; fi
  seconds=$(cut -d' ' -f1 "$work/times" | sort -n | sed -n "$((rounds / 2 + 1))p")
  memory=$(cut -d' ' -f2 "$work/times" | sort -n | sed -n "$((rounds / 2 + 1))p")
  tokens=$(CTXPACK_INPUT_LIMIT=1GB "$ctxpack" tokens --no-config --json "$work/first" | python3 "$judge" count)
  echo "| $name | $asked | $first | $tokens | $(python3 "$judge" judge "$repository" "$gold" "$work/first") | $(printf %.2f "$seconds") | $((memory / 1024)) | $secret | $same | ${wrote:-nothing} | $network |"
done
