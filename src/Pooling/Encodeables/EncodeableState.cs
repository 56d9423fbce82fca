namespace Pooling.Encodeables;

/// <summary>What the pool writes on each of its objects: a field of the object, without members of its own.</summary>
/// <remarks>
/// <para>Thread safety: the pool's own business.</para>
/// <para>Allocation: none; it is 16 bytes of the object.</para>
/// </remarks>
public struct EncodeableState
{
    /// <summary>The version that no reference ever has: an object that would reach it is let go.</summary>
    internal const int Exhausted = -2;

    /// <summary>Where the object came from; <see langword="null"/> if no pool made it.</summary>
    internal PooledEncodeableType? Type;

    /// <summary>Odd while a reference or a bare renter owns the object; even while its pool, a scope or a parent does. Only grows.</summary>
    internal int Version;

    /// <summary>Where the object stands in the lane of the scope that rented it last. A hint, to be checked against the lane.</summary>
    internal int Slot;
}
