package com.example
package app

import scala.collection.mutable
import java.util.{List => JList, Map, _}
import foo.bar._
import foo.baz.*
import a.b.{given, *}
import x.y.Z as W

/** A widget. */
@deprecated("x")
sealed abstract class Widget[+T <: Base](val name: String, private val x: Int = 3)(implicit ec: EC) extends Base[T](name) with Iface {
  type Out <: Any
  val size: Int = 3
  private val hidden = 1
  private[app] val pkg = 2
  protected def prot(): Unit = {}
  lazy val lz: String = "x"
  var v: Int = _
  def this(a: Int) = this("a", a)
  /** Doc. */
  @tailrec
  override final def go[R: Ord](a: Int, b: Int => R = identity)(implicit c: C): R = { if (a > 1 && true) {}; def local = 1; b(a) }
  def abs: Int
  private def priv = 1
  implicit class Ops(s: String) { def op = 1 }
  object Inner { val A = 1 }
  case class Nested(a: Int)
}
object Widget extends App { def apply(x: Int): Widget[Int] = ???; implicit val ord: Ord[Int] = null; type H = Int => Unit }
trait Shape { def area: Double; val Pi = 3.14 }
case object Empty extends Shape
enum Color(val rgb: Int) derives Eq { case Red extends Color(1); case Green, Blue }
package object utils { def helper = 1 }
@main def run(args: String*): Unit = println()
type Alias[T] = List[T]
val (a, b) = (1, 2)
object Main { def main(args: Array[String]): Unit = () }

// FIXME: annotated constructors
class Controller @Inject() (val cc: Components, @Named("x") x: X)(implicit ec: EC) extends Base(cc) {
  private[this] var n = 0
  @deprecated("no", "1") def old = n
}
