using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace WebSockets.Protocol.Memory;

/// <summary>The memory for messages in transit, of all connections of a hub or client. Any thread.</summary>
/// <param name="maxReceiving">The maximum number of bytes of messages that are being received and do not fit into the buffers of their
/// connections.</param>
/// <param name="pool">The pool for arrays; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
public sealed class WebSocketMemory(long maxReceiving = 64L << 20, ArrayPool<byte>? pool = null) : IDisposable
{
    private static readonly BufferWriterPoolOptions s_writers = new() { Name = "WebSocket messages", MaxCapacity = Array.MaxLength };

    private readonly CountingArrayPool _arrays = new(pool ?? ArrayPool<byte>.Shared);
    private readonly CountingArrayPool _frames = new(pool ?? ArrayPool<byte>.Shared);
    private readonly BufferWriterPool _writers = new(s_writers, pool);

    /// <summary>Gets the pool for the arrays of receive buffers.</summary>
    public ArrayPool<byte> Arrays => _arrays;

    /// <summary>Gets the pool for the arrays of frames.</summary>
    public ArrayPool<byte> Frames => _frames;

    /// <summary>Gets the number of bytes of frames that wait to be sent or are being sent. A frame counts once, even if several sockets
    /// share it.</summary>
    public long FrameBytes => _frames.Bytes;

    /// <summary>Gets the budget for messages that are being received and do not fit into the buffers of their connections.</summary>
    public MemoryBudget Receiving { get; } = new(maxReceiving);

    /// <summary>Gets the number of buffers, frames and long messages that were rented and not returned.</summary>
    public long Outstanding => _arrays.Arrays + _frames.Arrays + _writers.GetStatistics().InUse;

    /// <summary>Gets the number of bytes of receive buffers and frames that were not returned.</summary>
    public long OutstandingBytes => _arrays.Bytes + _frames.Bytes;

    /// <summary>Rents a writer into which a long message is received.</summary>
    public PooledLease<SegmentedBufferWriter> RentMessage() => _writers.RentSegmented();

    public void Dispose() => _writers.Dispose();
}
