/*
 * Copyright (C) 2020 Somebody
 */
package com.example.app;

import java.util.List;
import java.util.*;
import static com.example.Util.helper;
import static com.example.Const.*;

/**
 * A service. It serves.
 *
 * @param <T> what
 */
@Entity(name = "service")
@SuppressWarnings("unchecked")
public abstract sealed class Service<T extends Base & Comparable<T>> extends Parent<T>
    implements First, Second<String> permits Impl, Other {

  public static final int MAX = 10, MIN[] = {1, 2};
  public static final String TEXT = "a string that is so long that an outline shows only the first part";
  private String secret;
  protected List<? super T> items; // the items
  int packagePrivate;

  static {
    init();
  }

  /** Makes one. */
  @Inject
  public Service(@NonNull final String name, int... rest) throws IOException, IllegalStateException {
    super(name);
  }

  private Service() {}

  @Override
  @Nullable
  public <R> R map(Function<? super T, ? extends R> f, List<Map<String, Integer>> withLongName, boolean anotherParameter) throws X {
    if (a && b || c) {}
    for (int i = 0; i < 3; i++) {}
    for (var x : xs) {}
    switch (x) { case 1: break; default: }
    int y = switch (x) { case 1 -> 2; case 3, 4 -> 5; default -> 6; };
    try {} catch (Exception e) {}
    Runnable r = new Runnable() { public void run() {} };
    class Local { public void lost() {} }
    return c ? d : e; // XXX
  }

  protected abstract void run();

  void packageMethod() {}

  public static void main(String[] args) {}

  /** Inner. */
  public interface Listener {
    int CONSTANT = 1;

    void onEvent(String name);

    default void onClose() {}

    private void hidden() {}
  }

  public enum State implements Supplier<String> {
    /** New. */
    NEW("n") {
      @Override
      public String get() { return "new"; }
    },
    @Deprecated
    OLD("o");

    private final String code;

    State(String code) { this.code = code; }

    public String get() { return code; }
  }

  enum Hidden { A, B }

  public record Point(int x, @Positive double y) implements Shape {
    public static final Point ORIGIN = new Point(0, 0);

    public Point {
      check(x);
    }

    public double length() { return 0; }
  }

  private static class Secret {
    public void lost() {}
  }

  public static class Builder {
    public Builder name(String name) { return this; }
  }
}

@interface Config {
  String value() default "x";

  int[] numbers();
}

non-sealed class Impl extends Service<Base> {
  public Impl() {}
}

enum Small { ONE, TWO, THREE }
