namespace Pooling.Benchmarks.Encodeables;

/// <summary>What a published pooled object carries: a sentinel, so that of several returns of one use the first counts.</summary>
public abstract class PublishedEncodeable
{
    private int _inUse;

    public abstract void Reset();

    internal void BeginUse() => Volatile.Write(ref _inUse, 1); // pairs with the compare-and-swap in TryEndUse

    internal bool TryEndUse() => Interlocked.CompareExchange(ref _inUse, 0, 1) == 1;
}
