package com.example

import groovy.transform.CompileStatic
import static java.lang.Math.*
import static foo.Bar.baz
import a.b.*
import x.Y as Z

/**
 * A widget.
 */
@CompileStatic
class Widget extends Base implements Foo {
    static final int MAX = 3
    private String secret
    String name
    def dyn = 1
    List<String> items = []
    Widget(String a) { this.name = a }
    /** Go. */
    @Override
    String go(int a, String b = "x", Closure c) { if (a > 1 && b) { return b } }
    private void hid() {}
    protected def prot() { }
    static void main(String[] args) { println "x" }
    def "spock feature"() {
        given:
        def x = 1
        expect:
        x == 1
    }
    enum Color { RED, GREEN }
    class Inner { void i() {} }
}
interface Foo { void m(int a) }
trait T { String t() { "x" } }
enum E { A, B; void f() {} }
def top(a, b) { a + b }
String typed() { "a" }
x = 1
def y = 2
task foo(type: Copy) { from 'x' }
@Grab('a:b:1')
abstract class Abs { abstract void q() }
