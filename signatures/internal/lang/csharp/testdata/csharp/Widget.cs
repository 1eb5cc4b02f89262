using System;
using static System.Math;
global using System.Linq;
using Json = Newtonsoft.Json.Linq.JObject;
using X = System.Collections.Generic.List<int>;

#if NET6
namespace Foo.Bar;
#endif

/// <summary>
/// Does things.
/// </summary>
[Serializable]
public sealed partial class Widget<T> : Base<T>, IDisposable where T : class, new()
{
    public const int Max = 3, Min = 1;
    private readonly int _x;
    /// <summary>The name.</summary>
    public string Name { get; private set; } = "x";
    public int this[int i] => _x;
    public event EventHandler Changed;
    [HttpGet("x/{id}")]
    public async Task<int> Get([FromBody] int id, string s = "a", params int[] rest) { if (id > 0 && true) return 1; return 2; }
    public Widget(int a) : base(a) { }
    ~Widget() {}
    public static Widget<T> operator +(Widget<T> a, Widget<T> b) => a;
    public static implicit operator int(Widget<T> a) => 1;
    void IDisposable.Dispose() { }
    void Priv() { }
    protected internal virtual void Over() { void Local() {} }
    public delegate void Handler(object o);
    public enum Color : byte { Red = 1, /* c */ Green }
    private class Hidden { public int A; }
    public struct Pt { public int X, Y; }
#if X
    public int Cond() { return 1; }
#else
    public int Cond2() { return 1; }
#endif
    #region R
    public int Reg => 1;
    public int Y2 { get { return 1; } set { } }
    #endregion
}
internal record Person(string First, string Last = "a");
public record struct P2(int A);
interface IFoo<in T> { void M(); int P { get; } }
class Program { static void Main(string[] args) { } }
static class Ext { public static int Len(this string s) => s.Length; }
