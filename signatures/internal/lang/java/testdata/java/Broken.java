package a;

public class Broken {
  public void before(int a) {}

  public void broken(int a {
    if (a ==
  }

  public String after() { return ""; }
}
