using System.Runtime.InteropServices;

namespace Pooling.Queues;

/// <summary>The two ends of a ring, each two cache lines away from the other and from any other data. Not generic, because generic types
/// cannot have an explicit layout.</summary>
[StructLayout(LayoutKind.Explicit, Size = 384)]
internal struct PaddedPositions
{
    /// <summary>The position of the next item to add; written by the producers.</summary>
    [FieldOffset(128)]
    internal long Tail;

    /// <summary>The head as a producer last saw it: at most the actual head.</summary>
    [FieldOffset(136)]
    internal long CachedHead;

    /// <summary>The position of the next item to remove; written by the consumers.</summary>
    [FieldOffset(256)]
    internal long Head;

    /// <summary>The tail as the consumer last saw it: at most the actual tail.</summary>
    [FieldOffset(264)]
    internal long CachedTail;
}
