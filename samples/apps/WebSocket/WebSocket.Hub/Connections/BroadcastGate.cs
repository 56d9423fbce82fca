using Pooling.Queues;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.Connections;

/// <summary>Limits the broadcasts of a room. Senders take turns in the order of arrival, at a limited rate, and with a limited number of
/// broadcasts that are not written yet. While a message is compressed, no other sender may enter, because it would block a thread. A sender
/// that waits is not read. Any thread.</summary>
/// <remarks>Invariant, under the lock: while a sender waits, no token is free, a timer is set, or a broadcast is being encoded or written,
/// and its end checks again.</remarks>
internal sealed class BroadcastGate : IDisposable
{
    private static readonly TimeSpan s_shortestWait = TimeSpan.FromMilliseconds(1);

    private readonly Lock _lock = new();
    private readonly HubLimits _limits;
    private readonly RingQueue<Waiter> _waiting = new();
    private readonly ITimer _timer;
    private TokenBucket _messages;
    private TokenBucket _bytes;
    private int _ahead;
    private int _writing; // frames that were passed to threads of the pool, and are not written yet
    private bool _isTaken; // by a broadcast that takes long
    private bool _isOpen; // for all, because the hub ends

    public BroadcastGate(HubLimits limits, TimeProvider time)
    {
        _limits = limits;
        _ahead = limits.BroadcastsAhead;
        // A burst of a whole second could be more than the queues hold.
        _messages = new TokenBucket(limits.BroadcastsPerSecond, Math.Clamp(limits.QueuedMessages / 4, 1, limits.BroadcastsPerSecond), time);
        _bytes = new TokenBucket(limits.BroadcastBytesPerSecond, Math.Max(1, limits.QueuedBytes / 4.0), time);
        _timer = time.CreateTimer(static gate => ((BroadcastGate)gate!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Waits until a message may be broadcast.</summary>
    /// <param name="socket">The sender.</param>
    /// <param name="bytes">The size of the message in bytes.</param>
    /// <param name="isLong">Whether the broadcast takes long. It must call <see cref="Leave"/>, and is alone until then.</param>
    public ValueTask EnterAsync(IPacedSocket socket, long bytes, bool isLong = false)
    {
        lock (_lock)
        {
            if (_isOpen || (_waiting.IsEmpty && TryTake(bytes, isLong)))
                return default;

            _waiting.TryEnqueue(new Waiter(socket.Turn, bytes, isLong));
            if (_waiting.Count == 1)
                SetTimer();
        }

        return socket.Turn.WaitAsync();
    }

    /// <summary>Notifies the gate that a long broadcast has ended.</summary>
    public void Leave()
    {
        lock (_lock)
        {
            _isTaken = false;
            if (_waiting.IsEmpty)
                return;
        }

        Look();
    }

    /// <summary>Notifies the gate that frames are about to be written to a number of sockets.</summary>
    public void BeginWriting(int sockets) => Interlocked.Add(ref _writing, sockets);

    /// <summary>Notifies the gate that frames were written to a number of sockets, or wait for their peers.</summary>
    public void EndWriting(int sockets)
    {
        if (Interlocked.Add(ref _writing, -sockets) == 0)
            Look();
    }

    /// <summary>Admits all senders that wait, and all later ones.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isOpen = true;
            _waiting.Drain(static (waiter, _) => waiter.Turn.Set(), 0);
        }

        _timer.Dispose();
    }

    /// <summary>Admits the senders that may continue.</summary>
    private void Look()
    {
        lock (_lock)
        {
            if (Volatile.Read(ref _writing) == 0) // pairs with the additions
                _ahead = _limits.BroadcastsAhead;

            while (_waiting.TryPeek(out Waiter waiter) && TryTake(waiter.Bytes, waiter.IsLong))
            {
                _waiting.TryDequeue(out _);
                waiter.Turn.Set();
            }

            if (!_waiting.IsEmpty)
                SetTimer();
        }
    }

    private bool TryTake(long bytes, bool isLong)
    {
        if (_ahead == 0 && Volatile.Read(ref _writing) == 0)
            _ahead = _limits.BroadcastsAhead;

        if (_isTaken || _ahead == 0 || _messages.UntilNext() > TimeSpan.Zero || _bytes.TryTake(bytes) > TimeSpan.Zero)
            return false;

        _messages.TryTake(1);
        _ahead--;
        _isTaken = isLong;
        return true;
    }

    /// <summary>Sets the timer for the time at which there are tokens, which may have passed already. No timer is needed while a broadcast
    /// is in progress, because its end checks again.</summary>
    private void SetTimer()
    {
        if (_isTaken || (_ahead == 0 && Volatile.Read(ref _writing) > 0))
            return;

        TimeSpan wait = s_shortestWait;
        foreach (TimeSpan next in (ReadOnlySpan<TimeSpan>)[_messages.UntilNext(), _bytes.UntilNext()])
            wait = next > wait ? next : wait;

        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }

    private readonly record struct Waiter(AsyncSignal Turn, long Bytes, bool IsLong);
}
