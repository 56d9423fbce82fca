namespace Pooling.Objects;

/// <summary>The bytes of the items in one thread's magazines, in a pool that counts them.</summary>
/// <remarks>Invariant: what the items really have is at most <see cref="Bound"/>, and that at most <see cref="Credit"/>. A rental lowers
/// the first and leaves the second as it is, so that it needs no size; a return that finds too little room sums up anew.</remarks>
internal sealed class ThreadBytes
{
    /// <summary>The bytes that the thread may hold, guarded by the depot's lock.</summary>
    internal long Credit;

    /// <summary>The bytes that the thread holds, or more.</summary>
    internal long Bound;

    /// <summary>The size of the item at hand, if there is one.</summary>
    internal long Spare;

    internal void Clear() => Bound = 0;
}
