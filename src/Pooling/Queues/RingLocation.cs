using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>The name of each place in memory that the threads of a ring share.</summary>
internal static class RingLocation
{
    /// <summary>Where the next item goes.</summary>
    internal const int Tail = 0;

    /// <summary>Where the next item comes from.</summary>
    internal const int Head = 1;

    /// <summary>The producers' copy of the head.</summary>
    internal const int CachedHead = 2;

    /// <summary>The consumer's copy of the tail.</summary>
    internal const int CachedTail = 3;

    /// <summary>The most items, which completing changes.</summary>
    internal const int Limit = 4;

    private const int FirstSlot = 5;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Item(int index) => FirstSlot + (2 * index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Sequence(int index) => FirstSlot + (2 * index) + 1;
}
