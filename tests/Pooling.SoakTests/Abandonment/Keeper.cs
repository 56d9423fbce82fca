namespace Pooling.SoakTests.Abandonment;

/// <summary>An object that the collector finds together with what it holds, and that its finalizer keeps: a thread that
/// has ended and was finalized, and pools, in use again.</summary>
internal sealed class Keeper(Thread thread, params object[] pools)
{
    private static readonly List<Keeper> s_kept = [];

    ~Keeper()
    {
        lock (s_kept)
            s_kept.Add(this);
    }

    internal Thread Thread => thread;

    internal object[] Pools => pools;

    /// <summary>Takes what was kept since the last call.</summary>
    internal static Keeper[] TakeAll()
    {
        lock (s_kept)
        {
            Keeper[] kept = [.. s_kept];
            s_kept.Clear();
            return kept;
        }
    }
}
