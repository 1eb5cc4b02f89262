package com.example.spec

import spock.lang.*
import static com.example.Units.*

/** What the grammar cannot read in bodies costs nothing around them. */
@Issue("http://example.com/1") @Unroll
@ContextConfiguration(classes = [Config, Other])
abstract class WidgetSpec<T extends Number> extends Specification implements Supports<T>, Other {
  @Shared
  def sql = Sql.newInstance("jdbc:h2:mem:", "org.h2.Driver")
  @Rule TemporaryFolder folder = new TemporaryFolder()
  public static final Map<String, List<Integer>> LIMITS = [a: [1, 2], b: [3]]
  private final Publisher publisher = new Publisher()
  int count // how many
  String a, b

  WidgetSpec(Number value, T... rest) {
    this.value = value
  }

  private WidgetSpec() {}

  /**
   * @return {@code true} when the `name` has no '.' (e.g. {@code README}, or {@code a.b
   * c} whose last segment has no dot)
   */
  boolean documented(String name) { !name.contains('.') }

  // TODO: more features
  def "events are published (once)"() {
    given:
    def list = [1, 2, 3]*.toString()
    publisher.send(_) >> { throw new IOException("}") }

    expect:
    (a <=> b) == c && "${list.collect { it }}" ==~ /a{2}\/b/ || d

    where:
    a | b || c
    1 | 2 || 3
  }

  def 'single \'quoted\' name'(@Snapshot Snapshotter snap, int a = 3, Closure<?> c = { it }) throws Exception { }

  protected <R, S extends List<R>> Map<R, S> convert(List<? super R> from, R[] to = []) {
    from.collectEntries { [(it): to] }
  }

  @Override
  @Deprecated
  String toString() { "x" }

  abstract void later(String name)
  static List<String> names() { [] }
  private def hidden() {}

  static { load() }

  static class Inner implements Comparable<Inner> {
    final String id
    Inner(String id) { this.id = id }
    int compareTo(Inner o) { id <=> o.id }
  }

  private static class Secret { void x() {} }
}

trait Flying { abstract double speed(); void fly() { println speed() } }

@interface Marker { String value() default "" }

enum Planet implements Body {
  /** Small. */
  MERCURY(3.3, 2.4), VENUS { int moons() { 0 } },
  EARTH(5.9, 6.3);

  final double mass
  Planet(double mass, double radius = 0) { this.mass = mass }
  int moons() { 1 }
}

enum Short { A, B }
