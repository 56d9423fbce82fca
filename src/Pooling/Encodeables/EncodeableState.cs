namespace Pooling.Encodeables;

/// <summary>Represents the state that a pool keeps in a field of each of its objects. It has no public
/// members.</summary>
/// <remarks>
/// <para>Thread safety: accessed by the pool only.</para>
/// <para>Allocation: none; it takes 16 bytes in the object.</para>
/// </remarks>
public struct EncodeableState
{
    /// <summary>The pool that created the object; <see langword="null"/> if none did.</summary>
    internal EncodeablePool? Type;

    /// <summary>The holder of the object, and the number of times it was taken back: see
    /// <see cref="EncodeableWord"/>.</summary>
    internal int Word;

    /// <summary>In a scope: the index of the object in its lane. It is a hint that must be checked against the lane,
    /// and never negative. Outside: the mark of the graph with which the object was moved out of a scope, which is
    /// always negative; while the object is idle, what it keeps (see <see cref="KeptMemory"/>); or an old
    /// value.</summary>
    internal int Slot;
}
