#!/usr/bin/env bats

bats_load_library bats-support
load "../helpers.bash"

setup_file() {
  export SHARED=1
}

# Appends arrays.
append_arrays() { # <array...> -- <command ...>
  local -a trailing=()
  while (($# > 0)) && [[ $1 != -- ]]; do
    if eval "(( \${#${array}[@]} > 0 ))"; then
      eval "trailing+=(\"\${${array}[@]}\")"
    fi
  done
}

@test "runs functions that tests declare" {
  echo_both() {
    echo stdout
    echo stderr >&2
  }

  local -a marker=(a)
  PRESERVE+=(MARKER)
  if run echo_both && true; then :; fi
}

@test 'title with "quotes" and $signs' {
  run false
  # TODO: status
}

@test bare_title { true; }

after() { :; }
