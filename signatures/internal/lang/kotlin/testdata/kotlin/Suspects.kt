package com.example.suspects

import com.example.Base

@Target(Bouncy::class)
@Delete
class First

@Target(Conscrypt::class)
@Delete
class Second

open class Transaction(
    private val impl: Iface,
    config: Config = Config {},
) : Base(), Iface by impl {
    val logger: Logger
    fun commit() { impl.commit() }
}

class Response internal constructor(
    val code: Int,
) : Closeable {
    override fun toString(): String = "Response{code=$code, url=${request.url}}"
    fun header(name: String): String? = headers[name] eq "x"

    open class Builder {
        internal var code = -1
        constructor()

        internal constructor(response: Response) {
            this.code = response.code
        }
    }
}
