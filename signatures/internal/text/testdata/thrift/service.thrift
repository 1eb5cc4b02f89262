// The service. TODO
include "shared.thrift"
cpp_include "<map>"
namespace java org.example.service
namespace py example.service

typedef map<string, list<i32>> Numbers (cpp.type = "x")
const i32 LIMIT = 100;
const map<string, string> NAMES = {"a": "b", 'c': 'd', "long": "a value that is long enough to be cut off"}

/** Kinds of work. */
enum Kind { ADD = 1, SUBTRACT, MULTIPLY = 3; }
# A unit of work.
struct Work {
  1: required i32 num1 = 0,
  2: i32 num2;
  3: optional Numbers numbers = {}
  -4: map<string,
      string> old
  5: string note (deprecated = "yes") // a note
}
union Value { 1: i32 number 2: string text }
exception Failed { 1: string why }
service Calculator extends shared.Base {
  void ping(),
  /** Adds. */
  i32 add(1: i32 a, 2: i32 b) throws (1: Failed failed, 2: shared.Other other)
  oneway void zip();
  Value compute(
    1: Work work,
    2: i32 times,
  )
    throws (1: Failed failed)
}
