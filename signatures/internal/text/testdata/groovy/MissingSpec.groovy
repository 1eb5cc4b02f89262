package com.example

class MissingSpec extends Specification {

    def setup() { NF.init() }

    def makeProcess(String name) {
        Mock(Task) { getName() >> name }
    }

    def 'should get containers' () {
        given:
        def x = 1
        expect:
        x == 1 && y || z
    }
}
