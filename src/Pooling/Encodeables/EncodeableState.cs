namespace Pooling.Encodeables;

/// <summary>Represents what the pool keeps in a field of each of its objects. It has no public members.</summary>
/// <remarks>
/// <para>Thread safety: accessed by the pool only.</para>
/// <para>Allocation: none; it is 16 bytes of the object.</para>
/// </remarks>
public struct EncodeableState
{
    /// <summary>Where the object came from; <see langword="null"/> if no pool made it.</summary>
    internal EncodeablePool? Type;

    /// <summary>Who holds the object, and how often it was taken back: see <see cref="EncodeableWord"/>.</summary>
    internal int Word;

    /// <summary>In a scope: where the object stands in its lane, a hint, to be checked against the lane; never negative. Outside: the mark
    /// of the graph that it was moved out of a scope with, always negative; or what was here before.</summary>
    internal int Slot;
}
