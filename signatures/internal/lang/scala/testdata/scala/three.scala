package p

class Foo(x: Int):
  def bar: Int =
    val y = 1
    y + x
  private def q = 1

object Foo:
  def apply() = new Foo(1)

enum Planet(mass: Double):
  case Earth extends Planet(1.0)
  case Mars extends Planet(2.0)
  def g = mass

given Ordering[Foo] = ???
extension (f: Foo)
  def ext1 = 1
  def ext2(x: Int) = 2
opaque type Id = Int
inline def twice(x: Int): Int = x + x
def top(using c: C): Int = 1

given intOrd: Ordering[Int] with
  def compare(a: Int, b: Int) = 0

class Last
