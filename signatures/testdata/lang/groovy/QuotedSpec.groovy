package com.example

class QuotedSpec extends Specification {

    def 'should get key' () {
        expect:
        parse() == 1
    }

    @Unroll
    def 'should get "other" key' () {
        expect:
        parse() == 2
    }

    boolean equals(Object obj) {
        if (obj && this) return true
        false
    }
}
