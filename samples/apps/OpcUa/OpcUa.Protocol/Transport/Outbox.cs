using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;

namespace OpcUa.Protocol.Transport;

/// <summary>The messages that wait to be sent over one connection, within its limits. Any thread may add messages; one loop takes
/// them.</summary>
/// <remarks>A response is always accepted, because the peer waits for it. The receive loop limits responses, since it
/// waits for room before it reads the next request. The share of the connection limits their bytes. An OPN is always
/// accepted, too.</remarks>
internal sealed class Outbox(TransportLimits limits) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RingQueue<MessageWriter> _queue = new(1);
    private long _bytes; // of the waiting messages and of those being sent
    private bool _isEnding;
    private bool _hasEnded;

    /// <summary>Gets whether another message is accepted.</summary>
    public bool HasRoom
    {
        get
        {
            lock (_lock)
                return IsBelowLimits;
        }
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Adds a message, and takes its ownership.</summary>
    /// <param name="message">The message.</param>
    /// <param name="hasRoom">Whether it is accepted beyond the limits.</param>
    /// <param name="isLast">Whether it is the last one, which is accepted beyond the limits, too.</param>
    /// <returns><see langword="false"/> if no message is accepted; the caller keeps it.</returns>
    public bool TryAdd(MessageWriter message, bool hasRoom, bool isLast)
    {
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
                return false;

            if ((!hasRoom && !isLast && !IsBelowLimits) || !_queue.TryEnqueue(message))
                return false;

            _bytes += message.Size;
            _isEnding = isLast;
        }

        Work.Set();
        return true;
    }

    /// <summary>Stops accepting messages. Waiting messages are still sent.</summary>
    public void Complete()
    {
        lock (_lock)
            _isEnding = true;

        Work.Set();
        Room.Set();
    }

    /// <summary>Gets the signal for the send loop: there may be a message, or no more messages will follow.</summary>
    public AsyncSignal Work { get; } = new();

    /// <summary>Gets the signal for the receive loop: there may be room again, or no more messages are accepted.</summary>
    public AsyncSignal Room { get; } = new();

    /// <summary>Gets whether all messages were taken, and no more will follow.</summary>
    public bool IsCompleted
    {
        get
        {
            lock (_lock)
                return _hasEnded || (_isEnding && _queue.IsEmpty);
        }
    }

    public bool TryTake([NotNullWhen(true)] out MessageWriter? message)
    {
        lock (_lock)
            return _queue.TryDequeue(out message);
    }

    /// <summary>Returns a message that was taken.</summary>
    public void End(MessageWriter message)
    {
        bool hadRoom;
        lock (_lock)
        {
            hadRoom = _bytes < limits.MaxQueuedBytes && _queue.Count < limits.MaxQueuedMessages - 1;
            _bytes -= message.Size;
        }

        message.Dispose();
        if (!hadRoom)
            Room.Set();
    }

    /// <summary>Returns the waiting messages.</summary>
    public void Dispose()
    {
        lock (_lock)
            _hasEnded = true;

        while (TryTake(out MessageWriter? message))
            End(message);

        Work.Set();
        Room.Set();
    }

    private bool IsBelowLimits => _bytes < limits.MaxQueuedBytes && _queue.Count < limits.MaxQueuedMessages;
}
