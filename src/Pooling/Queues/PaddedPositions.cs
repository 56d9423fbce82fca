using System.Runtime.InteropServices;

namespace Pooling.Queues;

/// <summary>The two ends of a ring, each two cache lines away from the other and from anything else. Not generic, since generic types
/// refuse an explicit layout.</summary>
[StructLayout(LayoutKind.Explicit, Size = 384)]
internal struct PaddedPositions
{
    /// <summary>Where the next item goes: the producers' own.</summary>
    [FieldOffset(128)]
    internal long Tail;

    /// <summary>The head as a producer last saw it: at most the head itself.</summary>
    [FieldOffset(136)]
    internal long CachedHead;

    /// <summary>Where the next item comes from: the consumers' own.</summary>
    [FieldOffset(256)]
    internal long Head;

    /// <summary>The tail as the consumer last saw it: at most the tail itself.</summary>
    [FieldOffset(264)]
    internal long CachedTail;
}
