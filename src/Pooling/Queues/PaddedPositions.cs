using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Queues;

/// <summary>The two ends of a ring, each two cache lines away from the other and from any other data. Not generic,
/// because generic types cannot have an explicit layout.</summary>
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

    /// <summary>1 while the only consumer of a channel is in the ring; written by it.</summary>
    [FieldOffset(272)]
    internal int IsEntered;

    /// <summary>1 after the channel was disposed: the only consumer takes nothing any more.</summary>
    [FieldOffset(276)]
    internal int IsStopped;

    /// <summary>Enters the ring as its only consumer, unless it was stopped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnter()
    {
        Volatile.Write(ref IsEntered, 1);
        // pairs with the heavy half in Stop: either this sees the stop, or whoever stopped sees this
        ProcessBarrier.Light();
        return Volatile.Read(ref IsStopped) == 0;
    }

    /// <summary>Leaves the ring.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the read of whoever stopped: what this has taken is gone
    internal void Leave() => Volatile.Write(ref IsEntered, 0);

    /// <summary>Stops the only consumer.</summary>
    internal void Stop()
    {
        Volatile.Write(ref IsStopped, 1); // pairs with the read in TryEnter
        ProcessBarrier.Heavy(); // pairs with the light halves in TryEnter and after Leave
    }
}
