package a {
 class B
}
@main def r(x: Int) = 1
given intOrd: Ordering[Int] with
  def compare(a: Int, b: Int) = 0

class Q
extension (s: String) {
  def shout: String = s
}
import a.b, c.d.{e, f}
val x, y = 1
abstract class T { val q: Int; var r: String }
