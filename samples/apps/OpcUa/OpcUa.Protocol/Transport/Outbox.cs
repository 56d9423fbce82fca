using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;

namespace OpcUa.Protocol.Transport;

/// <summary>The messages that wait to be sent over one connection, within its limits. Any thread may add messages; one loop takes
/// them.</summary>
internal sealed class Outbox(TransportLimits limits) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RingQueue<MessageWriter> _queue = new(1, limits.MaxQueuedMessages + 1); // one more for the reason of the end
    private long _bytes; // of the waiting messages and of those being sent
    private bool _isEnding;
    private bool _hasEnded;

    /// <summary>Gets whether another message is accepted.</summary>
    public bool HasRoom
    {
        get
        {
            lock (_lock)
                return _bytes < limits.MaxQueuedBytes && _queue.Count < limits.MaxQueuedMessages;
        }
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Adds a message, and takes its ownership.</summary>
    /// <returns><see langword="false"/> if no message is accepted; the caller keeps it.</returns>
    public bool TryAdd(MessageWriter message, bool isLast)
    {
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
                return false;

            if (!isLast && (_bytes >= limits.MaxQueuedBytes || _queue.Count >= limits.MaxQueuedMessages))
                return false;

            _queue.TryEnqueue(message);
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
}
