namespace Pooling.Objects;

/// <summary>The bytes of the items in one thread's magazines, in a pool that counts them.</summary>
/// <remarks>Invariant: the actual size is at most <see cref="Bound"/>, and that is at most <see cref="Credit"/>. A rental lowers the actual
/// size but not the bound, so that it needs no size. A return that finds too little room adds up the sizes again.</remarks>
internal sealed class ThreadBytes
{
    /// <summary>The bytes that the thread may hold, guarded by the depot's lock.</summary>
    internal long Credit;

    /// <summary>An upper bound of the bytes that the thread holds.</summary>
    internal long Bound;

    /// <summary>The size of the spare item, if there is one.</summary>
    internal long Spare;

    internal void Clear() => Bound = 0;
}
