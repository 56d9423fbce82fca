using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace WebSockets.Protocol.Memory;

/// <summary>The memory of messages on their way, of all connections of a hub or client. Any thread.</summary>
/// <param name="maxReceiving">The most bytes of messages that are being received and do not fit into the buffers of their
/// connections.</param>
/// <param name="pool">Where arrays come from; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
public sealed class WebSocketMemory(long maxReceiving = 64L << 20, ArrayPool<byte>? pool = null) : IDisposable
{
    private static readonly BufferWriterPoolOptions s_writers = new() { Name = "WebSocket messages", MaxCapacity = Array.MaxLength };

    private readonly CountingArrayPool _arrays = new(pool ?? ArrayPool<byte>.Shared);
    private readonly CountingArrayPool _frames = new(pool ?? ArrayPool<byte>.Shared);
    private readonly BufferWriterPool _writers = new(s_writers, pool);

    /// <summary>Where the arrays of receive buffers come from.</summary>
    public ArrayPool<byte> Arrays => _arrays;

    /// <summary>Where the arrays of frames come from.</summary>
    public ArrayPool<byte> Frames => _frames;

    /// <summary>The bytes of frames that wait to be sent or are being sent, each once, however many sockets share it.</summary>
    public long FrameBytes => _frames.Bytes;

    /// <summary>The bytes of messages that are being received and do not fit into the buffers of their connections.</summary>
    public MemoryBudget Receiving { get; } = new(maxReceiving);

    /// <summary>The buffers, frames and long messages that were rented and have not come back.</summary>
    public long Outstanding => _arrays.Arrays + _frames.Arrays + _writers.GetStatistics().InUse;

    /// <summary>The bytes of receive buffers and frames that have not come back.</summary>
    public long OutstandingBytes => _arrays.Bytes + _frames.Bytes;

    /// <summary>Rents what a long message is received into.</summary>
    public PooledLease<SegmentedBufferWriter> RentMessage() => _writers.RentSegmented();

    public void Dispose() => _writers.Dispose();
}
