namespace Pooling.Diagnostics;

/// <summary>Says which arrays go back to an array pool without a further check. A class of its own without other state,
/// so that reading it never runs a static constructor.</summary>
internal static class ArrayReturns
{
    /// <summary>The shortest array that is returned at once: empty ones never are, and in
    /// <see cref="PoolingMode.Version"/> none is.</summary>
    internal static int Shortest = 1;

    internal static void Apply(PoolingMode mode) =>
        Volatile.Write(ref Shortest, mode == PoolingMode.Version ? int.MaxValue : 1);
}
