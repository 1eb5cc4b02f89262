load test_helper
setup() { :; }
@test "does a thing" {
  run foo
  [ "$status" -eq 0 ]
}
