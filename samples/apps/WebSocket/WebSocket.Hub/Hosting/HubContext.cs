using System.Buffers;
using Pooling.Buffers;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Hosting;

/// <summary>The state that all sockets of a hub share. Any thread.</summary>
internal sealed class HubContext : IDisposable
{
    private long _lastSocket;

    /// <param name="options">The options of the hub.</param>
    /// <param name="arrays">The pool for arrays; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
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

    /// <summary>Gets the budget for the memory of idle inflaters and deflaters of sockets.</summary>
    public MemoryBudget Compressing { get; }

    public FrameDeflaters Deflaters { get; }

    /// <summary>Gets the limit for inflating and compressing long messages.</summary>
    public LongWork LongWork { get; }

    public AddressBook Book { get; }

    public SocketTable Sockets { get; } = new();

    public long NextSocket() => Interlocked.Increment(ref _lastSocket);

    /// <summary>Compresses a frame for sockets without a context, if it is long enough.</summary>
    /// <param name="frame">The frame. Its share is not released.</param>
    /// <param name="windowBits">The bits of the window of these sockets.</param>
    /// <returns>A share of the frame to send.</returns>
    public SharedBuffer Deflate(in SharedBuffer frame, int windowBits)
    {
        if (frame.Length < Options.Deflate.MinLength)
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
