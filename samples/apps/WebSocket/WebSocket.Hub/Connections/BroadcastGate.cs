using Pooling.Queues;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.Connections;

/// <summary>Lets the senders of a room broadcast one after the other, in the order in which they came: no more in a second than all of them
/// together may, and no more than some ahead of what the hub has written. While a message is compressed nobody else is let in, who would
/// keep a thread waiting. A sender that waits is not read. Any thread.</summary>
/// <remarks>Invariant, under the lock: while somebody waits, no token is free, or a timer is set, or a broadcast is still being made or
/// written, whose end looks again.</remarks>
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
    private int _writing; // what was given to threads of the pool to be written, and is not yet
    private bool _isTaken; // by somebody who takes long
    private bool _isOpen; // for all: the hub ends

    public BroadcastGate(HubLimits limits, TimeProvider time)
    {
        _limits = limits;
        _ahead = limits.BroadcastsAhead;
        // A second's worth at once could be more than queues hold.
        _messages = new TokenBucket(limits.BroadcastsPerSecond, Math.Clamp(limits.QueuedMessages / 4, 1, limits.BroadcastsPerSecond), time);
        _bytes = new TokenBucket(limits.BroadcastBytesPerSecond, Math.Max(1, limits.QueuedBytes / 4.0), time);
        _timer = time.CreateTimer(static gate => ((BroadcastGate)gate!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Waits until a message may be broadcast.</summary>
    /// <param name="socket">The sender.</param>
    /// <param name="bytes">The bytes of the message.</param>
    /// <param name="isLong">Whether the broadcast takes long: it must say when it <see cref="Leave"/>s, and is alone until then.</param>
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

    /// <summary>Is told that a broadcast that took long is over.</summary>
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

    /// <summary>Is told that so many sockets are about to be written to.</summary>
    public void BeginWriting(int sockets) => Interlocked.Add(ref _writing, sockets);

    /// <summary>Is told that so many of them are written to, or wait for their peers.</summary>
    public void EndWriting(int sockets)
    {
        if (Interlocked.Add(ref _writing, -sockets) == 0)
            Look();
    }

    /// <summary>Lets all in that wait, and everybody from now on.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isOpen = true;
            _waiting.Drain(static (waiter, _) => waiter.Turn.Set(), 0);
        }

        _timer.Dispose();
    }

    /// <summary>Lets in who may go on.</summary>
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

    /// <summary>Looks again when there are tokens, which may be by now; if a broadcast is waited for, its end looks again.</summary>
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
