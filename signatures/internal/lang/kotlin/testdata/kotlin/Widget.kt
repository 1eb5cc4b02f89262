@file:JvmName("Foo")
package com.example.app

import java.util.List
import com.foo.Bar as Baz
import com.foo.*

/**
 * A widget.
 */
@Serializable
data class Widget<T : Any>(
    val name: String, // n
    private val x: Int = 3,
) : Base<T>(name), Iface by other where T : Comparable<T> {
    val size: Int = 3
        get() = field
    private val hidden = 1
    lateinit var late: String
    var prop: String
        get() = "x"
        private set(value) {}
    internal fun inter() {}
    protected open fun prot() {}
    constructor(a: Int) : this("a", a) { }
    init { println() }
    /** Doc. */
    @GET("/x")
    override suspend fun <R> go(a: Int, b: (Int) -> R = { it }, vararg c: String): R where R : Any { if (a > 1 && true) {} ; return b(a) }
    private fun priv() = 1
    companion object {
        const val MAX = 10
        @JvmStatic fun make(): Widget<Int> = TODO()
    }
    inner class In { fun a() {} }
    operator fun plus(o: Widget<T>) = this
}
enum class Color(val rgb: Int) : X { RED(1) { override fun f() {} }, GREEN(2); fun f() = 1; companion object {
  val Z = 1
} }
enum class Simple { A, B }
sealed interface Shape { val area: Double; fun draw() 
  data class Circle(val r: Double) : Shape
  object Empty : Shape }
object Single : Foo() { fun hi() {} }
data object DO
interface Fn { fun f(a: Int): Int }
fun interface Sam { fun run() }
annotation class Ann(val x: String)
typealias Handler = (Int) -> Unit
const val TOP = "x"
val lazyVal by lazy { 1 }
val <T> List<T>.ext: Int get() = 1
var (a, b) = 1 to 2
fun String.extFn(n: Int): String = this
private fun hiddenTop() {}
internal class Int1
expect class Platform
@JvmInline value class Id(val s: String)
inline fun <reified T> reified(block: () -> T): T = block()
fun main(args: Array<String>) { val f = fun(x: Int) = x ; fun local() {} ; class L }
abstract class Abs { abstract fun x(): Int; abstract val y: Int }
class `Back Tick` { @Test fun `does a thing`() = runTest { } }

class Service
  @Inject
  internal constructor(
    private val client: Client,
    val onClose: Builder.Inner.() -> Unit = {},
  ) : Closeable {
  /** Reads [x], e.g. a number. */
  fun read(x: Any): Int =
    when (x) {
      is Int if x > 0 -> x and 0b1111_0000
      is String -> x.length
      else -> 0
    }

  // TODO: more
  private class Hidden { fun nothing() {} }

  override fun close() {
    client.pool().limit = 3
    val found = users.id eq "x"
  }
}

actual open class Bytes
internal actual constructor(
    internal actual val data: ByteArray,
) : Comparable<Bytes> {
    internal open fun digest(of: Hash): Bytes { return of.hash(this) }

    private class Watchdog : Thread() {
        override fun run() { wait() }
    }

    private companion object {
        fun awaitTimeout(): Bytes? { return null }
        private fun insert(node: Bytes) {}
    }
}
