using System.Buffers;
using Pooling.Buffers;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Hosting;

/// <summary>What all sockets of a hub have in common. Any thread.</summary>
internal sealed class HubContext : IDisposable
{
    private long _lastSocket;

    /// <param name="options">How the hub is set up.</param>
    /// <param name="arrays">Where memory comes from; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
    public HubContext(HubOptions options, ArrayPool<byte>? arrays = null)
    {
        Options = options;
        Memory = new WebSocketMemory(options.Limits.Receiving, arrays);
        Compressing = new MemoryBudget(options.Limits.Compressing);
        Book = new AddressBook(options.Limits, Memory.Receiving, Compressing, options.TimeProvider);
        Deflaters = new FrameDeflaters(Memory);
        LongWork = new LongWork(options.Limits.LongMessagesAtOnce);
    }

    public HubOptions Options { get; }

    public HubLimits Limits => Options.Limits;

    public TimeProvider Time => Options.TimeProvider;

    public HubCounters Counters { get; } = new();

    public WebSocketMemory Memory { get; }

    /// <summary>The bytes that inflaters and deflaters of sockets keep.</summary>
    public MemoryBudget Compressing { get; }

    public FrameDeflaters Deflaters { get; }

    /// <summary>Who may inflate or compress a long message.</summary>
    public LongWork LongWork { get; }

    public AddressBook Book { get; }

    public SocketTable Sockets { get; } = new();

    public long NextSocket() => Interlocked.Increment(ref _lastSocket);

    /// <summary>Compresses a frame for sockets without a context, if that is worth it.</summary>
    /// <param name="frame">The frame. It is not ended.</param>
    /// <param name="windowBits">The bits of their window.</param>
    /// <returns>A share of what they are sent.</returns>
    public SharedBuffer Deflate(in SharedBuffer frame, int windowBits)
    {
        if (frame.Length < Options.Deflate.LeastLength)
            return frame.Retain();

        Counters.AddDeflated();
        return Deflaters.Deflate(in frame, windowBits);
    }

    public void Sweep() => Sockets.Sweep(Time.GetTimestamp());

    public void Dispose()
    {
        Deflaters.Dispose();
        Memory.Dispose();
    }
}
