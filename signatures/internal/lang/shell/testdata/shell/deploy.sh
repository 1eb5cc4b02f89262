#!/usr/bin/env bash
# Header comment
set -euo pipefail
. "$(dirname "$0")/lib.sh"
source ./env.sh
source "${DIR}/x.sh"
[ -f foo ] && . foo
readonly VERSION="1.2"
export PATH="$HOME/bin:$PATH" FOO=1
declare -x BAR=2
declare -A map=([a]=1)
local_var=1
CONST=abc
ARR=(a b c)
alias ll='ls -l'
export EXPORTED

# Does things.
# Args: x
do_it() {
  local x=$1
  if [ -z "$x" ] && true; then return; fi
  for i in 1 2; do echo; done
  case "$x" in a) ;; b) ;; esac
  inner() { :; }
}
function other { :; }
function third() ( subshell )
_private() { :; }
ns::func() { :; }
if true; then
  cond_fn() { :; }
fi
export -f do_it
cat <<EOF
foo() {
EOF
main "$@"
