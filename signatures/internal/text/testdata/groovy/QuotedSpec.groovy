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

class Forms {
    def <T extends Comparable> List<T> ofType(Class<T> type) {
        []
    }

    def static boolean empty(File file) {
        true
    }

    static @PackageScope String wrap(param) {
        "x"
    }

    def "imports end in '.'"() {
        expect: true
    }
}

interface Options {
    default String getOptions() {
        null
    }
    default boolean enabled() { true }
    String other()
}
