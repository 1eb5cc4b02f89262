package com.example.bodies

import com.example.other.Thing

/** Statements that the grammar cannot read cost nothing around them. */
class Query(private val origin: Origin) : Iface, Closeable by origin {
    constructor(other: Other) : this(Origin(other))

    val sequence: Sequence?
        get() = _sequence ?: auto?.let {
            Sequence(it)
        }

    constructor(first: Int, second: Sequence) : this(first) {
        _sequence = second
    }

    /** Changes it. */
    fun adjust(body: Op<Boolean>?.() -> Op<Boolean>): Query = apply { where = where.body() }

    fun verify(block: context(Scope) TestProject.() -> Unit) {
        (comments as MutableMap)[0] = "x"
        // TODO: verify
        if (a && b || c) println("}{ ${ if (x) "}" else "{" }")
    }

    internal val mask: Int = 0b1000
    private val hidden = object : Runnable { override fun run() {} }

    fun delegate(): Dns = object : Dns by this {
        override fun newCall(request: Request) = request
    }

    suspend fun close(vararg names: String?, block: suspend Scope.(Int) -> Unit = { }): Result<Unit> {
        suspend { flag eq true }
        val text = """
            fun notAFunction() {
        """
        return when (x) {
            !isPrimary && isAuto -> towns[cities.name] eq "Munich"
            else -> ok
        }
    }

    internal class Near {
        val inside = 1
    }

    private companion object {
        const val SECRET = 1
    }

    protected abstract fun last()
}

infix fun <T : Any, E : EntityID<T>?> Expression<T>.eq(
    other: ExpressionWithColumnType<E>
): Op<Boolean> = other eq this

// NOT EQUAL

/** Differs. */
@LowPriorityInOverloadResolution
infix fun <T> ExpressionWithColumnType<T>.neq(other: T): Op<Boolean> = when {
    other == null -> isNotNull()
    (this as? Column<*>)?.isIdentifier() == true -> table.map(other, ::NeqOp)
    else -> NeqOp(this)
}

internal fun near(): Int = 1
internal typealias Short = Map<String, Int>
private val secret = 1

enum class Level(val rank: Int) {
    /** Lowest. */
    LOW(1),
    HIGH(2) { override fun next() = LOW };

    open fun next(): Level = HIGH
    companion object { fun of(rank: Int): Level = LOW }
}

@JvmInline
value class UserId(val value: Long)
fun interface Task { fun run() }
