namespace Acme.Shapes;

public class Point(int x, int y) : Base(x), IThing
{
    public required string Name { get; init; }
    public int Sum => x + y;
    public ref readonly int Ref(in int a, ref int b, out int c, scoped Span<int> d) { c = 1; return ref b; }
    public static bool operator ==(Point a, Point b) => true;
    public static Point operator checked +(Point a, Point b) => a;
    public static explicit operator Point(int a) => new(a, a);
    public event Action<int>? First, Second;
    public int this[int i, string key = "a"] { get => 1; private set { } }
    private protected Point() { }
    internal int Inside() => 1;
    internal protected int Both() => 1;
    protected int Derived() => 1;
    public int Overload() => 1;
    public int Overload(int a) => a;
    public T Generic<T, U>(T a) where T : class, new() where U : struct => a;
    public static readonly Dictionary<string, int> Map = new() { ["a"] = 1 };
    internal const int Shared = 3;
    internal string Text { get; set; } = "";

#pragma warning disable xUnit1042 // a directive between attributes
    [MemberData(nameof(Rows))]
#pragma warning restore xUnit1042
    [Theory]
    public void Runs_with_rows(object row)
    {
    }

    internal class Helper
    {
        public int Of() => 1;
    }

    public class Options;
    private class Nothing : Options;
    public class Derived2<T> : Options where T : struct;
    public abstract record Shape(double Area) { public sealed record Circle(double R) : Shape(R * R); }
    public (int A, string B) Pair() => (1, "");
    public async IAsyncEnumerable<int> Stream([EnumeratorCancellation] CancellationToken ct = default) { yield return 1; }
}

[Flags]
public enum Access { None = 0, Read = 1 << 0, Write = 1 << 1, All = Read | Write }

public interface IShape<in TIn, out TOut> where TOut : notnull
{
    TOut Go(TIn a);
    static virtual int Zero => 0;
    internal void Near();
    private void Own() { }
}

internal interface INear { void Go(); }
public delegate TOut Conv<in TIn, out TOut>(TIn a);
file record Hidden(int A);

public class Counted(int count) : Message<int>(count);

public struct Nothing;
