using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <summary>Names the memory locations that the threads of a ring share.</summary>
internal static class RingLocation
{
    /// <summary>The position of the next item to add.</summary>
    internal const int Tail = 0;

    /// <summary>The position of the next item to remove.</summary>
    internal const int Head = 1;

    /// <summary>The producers' copy of the head.</summary>
    internal const int CachedHead = 2;

    /// <summary>The consumer's copy of the tail.</summary>
    internal const int CachedTail = 3;

    /// <summary>The maximum number of items, which completing changes.</summary>
    internal const int Limit = 4;

    private const int FirstSlot = 5;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Item(int index) => FirstSlot + (2 * index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Sequence(int index) => FirstSlot + (2 * index) + 1;
}
