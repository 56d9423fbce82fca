using System.Diagnostics.CodeAnalysis;
using Pooling.Queues;

namespace OpcUa.Protocol.Transport;

/// <summary>The messages that wait to be sent over one connection, within its limits. Any thread adds, one loop takes.</summary>
internal sealed class Outbox(TransportLimits limits, TransportMemory memory) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RingQueue<MessageWriter> _queue = new(1, limits.MaxQueuedMessages + 1); // one more: the reason why the connection ends
    private long _bytes; // of what waits and of what is being sent
    private bool _isEnding;
    private bool _hasEnded;

    /// <summary>Whether one more message is taken.</summary>
    public bool HasRoom
    {
        get
        {
            lock (_lock)
                return _bytes < limits.MaxQueuedBytes && _queue.Count < limits.MaxQueuedMessages;
        }
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Adds a message, which is its own from now on.</summary>
    /// <returns><see langword="false"/> if nothing more is taken; the caller keeps the message.</returns>
    public bool TryAdd(MessageWriter message, bool isLast)
    {
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
                return false;

            if (!isLast && (_bytes >= limits.MaxQueuedBytes || _queue.Count >= limits.MaxQueuedMessages))
                return false;

            if (!memory.Sending.TryTake(message.Size))
                return false;

            _queue.TryEnqueue(message);
            _bytes += message.Size;
            _isEnding = isLast;
        }

        Work.Set();
        return true;
    }

    /// <summary>Takes no more; what waits is still sent.</summary>
    public void Complete()
    {
        lock (_lock)
            _isEnding = true;

        Work.Set();
        Room.Set();
    }

    /// <summary>Is set when there may be something to take, or nothing will come any more. The sending loop waits for it.</summary>
    public AsyncSignal Work { get; } = new();

    /// <summary>Is set when there may be room again, or nothing more is taken. The receiving loop waits for it.</summary>
    public AsyncSignal Room { get; } = new();

    /// <summary>Whether all that was added is taken, and no more comes.</summary>
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

    /// <summary>Ends a message that was taken.</summary>
    public void End(MessageWriter message)
    {
        bool hadRoom;
        lock (_lock)
        {
            hadRoom = _bytes < limits.MaxQueuedBytes && _queue.Count < limits.MaxQueuedMessages - 1;
            _bytes -= message.Size;
        }

        memory.Sending.Give(message.Size);
        message.Dispose();
        if (!hadRoom)
            Room.Set();
    }

    /// <summary>Ends what waits.</summary>
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
