# Addresses of people. TODO
@0xdbb9ad1f14bf0b36;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("book");
using Import = import "shared.capnp".Shared;

struct Person {
  # One of the people.
  id @0 :UInt32;
  name @1 :Text = "a { b";
  employment :union {
    unemployed @4 :Void;
    employer @5 :Text;
  }
  enum Kind { mobile @0; home @1; }
  phones @3 :List(Phone);
}

const limit :UInt32 = 5;
annotation mark(field) :Text;

interface Book extends(Base) {
  find @0 (name :Text) -> (person :Person);
  list @1 () -> (all :List(Person));
}
