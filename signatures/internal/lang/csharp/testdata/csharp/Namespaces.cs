using System;
namespace A.B {
  namespace C { class X {} }
  public class Z { }
}
namespace D { public class Q {} }
