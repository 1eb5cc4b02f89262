namespace Acme.Store
{
    public interface IStore
    {
        public int One();
#if NET5_0_OR_GREATER
        [Obsolete("x")]
#endif
        public int Two();
        int Three(int n)
#if DEFAULTS
            => n + Two()
#endif
        ;
        int Four()
#if DEFAULTS
        {
            return 4;
        }
#else
        ;
#endif
    }
    internal sealed class Reader : Base { public override int Depth => 0; }
}
namespace Acme.Store
{
    class Both
    {
#if A
        public int Five() { return 5; }
#elif B
        public int Six() { return 6; }
#else
        public int Seven() => 7;
#endif
    }
}
