package acme.spec

import org.specs2.mutable.Specification

class WidgetSpec extends Specification with Helpers { self: Runner =>
  "a widget" should {
    def local = 1
    "start" in new WithApplication(
      _.overrides(bind[Context])
    ) {
      override def running() = {
        val x = 1
      }
      class Inner
    }
  }

  override def apply(key: String, args: Any*): String = {
    messagesApi(key, args*)(using lang)
  }

  private[spec] def near: Int = 1
  private[this] val secret = 2
  protected[acme] lazy val shared: Map[String, List[Int]] = Map.empty
  implicit def ordering[A](implicit a: Ordering[A], b: Show[A] = null): Ordering[List[A]] = new Ordering[List[A]] {
    def compare(x: List[A], y: List[A]) = 0
  }
  val anonymous = new Runner { def run(): Unit = () }
  def +:[B >: A](other: B): WidgetSpec = this
  def `quoted name`(x: => Int, xs: Int*): Unit = ()
  type Curried = Int => String => Boolean

  trait Nested[F[_], +A <: AnyRef] { def map[B](f: A => B): F[B]; val size: Int }
}

private class Hidden { def nothing = 1 }
final case class Pair[A, B](first: A, second: B = null) extends Product with Serializable
sealed trait Event
object Event { case class Started(at: Long) extends Event; case object Stopped extends Event; private val n = 1 }
