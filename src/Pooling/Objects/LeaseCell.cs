using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>One leased item with its version: what a lease pool's magazines hold.</summary>
/// <remarks>Invariant: a lease is live exactly while its version equals the cell's. Ending a lease raises the version by compare-and-swap,
/// so of all copies and threads one succeeds; the cell goes back to its pool after that, and the next lease reads the raised
/// version.</remarks>
internal sealed class LeaseCell<T> : IDisposable where T : class
{
    /// <summary>The version that no lease ever has: a cell that reaches it is dropped.</summary>
    internal const int Exhausted = -1; // as unsigned the last of 2^32

    internal readonly T Item;
    internal int Version;
    private readonly LeaseSource<T> _source;

    internal LeaseCell(T item, LeaseSource<T> source)
    {
        Item = item;
        _source = source;
    }

    /// <summary>Ends the lease of the given version and sends the item back.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnd(int version) => _source.TryEnd(this, version);

    /// <summary>Ends the lease of the given version and leaves the item to the caller, who sends it back with
    /// <see cref="EndTaken"/>.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    /// <remarks>Releases the renter's writes to the item with the raised version, and acquires nothing: the next renter is ordered by the
    /// magazine.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(int version) => Interlocked.CompareExchange(ref Version, version + 1, version) == version;

    /// <summary>Sends back the item whose lease <see cref="TryTake"/> has ended.</summary>
    internal void EndTaken() => _source.Return(this);

    /// <summary>Lets the item go with its cell.</summary>
    public void Dispose() => _source.Drop(Item);
}
