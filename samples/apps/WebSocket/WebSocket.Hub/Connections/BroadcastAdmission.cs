using Pooling.Queues;
using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Connections;

/// <summary>Admits the broadcasts of a room, in the order in which their senders came: no more in a second than all of them together may,
/// and no more than some ahead of what the hub has written. A sender that waits is not read. Any thread.</summary>
/// <remarks>
/// <para>States of a broadcast. It waits, while its sender's loop does, with no thread. It is made, when it was admitted: encoded and
/// compressed under no lock, by several threads at once; while a long one is made, nobody else is admitted. It is posted: added to the
/// outboxes of all sockets, under the lock of the room, so that all of them get all broadcasts in one order. It is written, by the senders
/// of those outboxes. A broadcast that no socket sends is made at once.</para>
/// <para>Order of locks: that of the room, which is <see cref="Lock"/>, and then that of one outbox. Nobody takes the one of the room while
/// it has that of an outbox. The one of the room guards who waits and what may begin, the sockets of the room, and its end. Under it,
/// outboxes are added to and closed, and signals are set, which wakes a thread of the pool; a message is compressed only for sockets whose
/// window came into use since the message was made. Nothing is written under either.</para>
/// <para>Outboxes that are being written are counted by atomic additions, without a lock, and the count is read under the lock of the room.
/// The thread that takes the last one away comes to the lock after its addition, so it finds everybody who began to wait because of what it
/// took away, whatever the memory order of the processor.</para>
/// <para>Invariant, under the lock: while somebody waits, no token is free, or a timer is set, or a broadcast is still being made or
/// written, whose end looks again.</para>
/// </remarks>
internal sealed class BroadcastAdmission : IDisposable
{
    private static readonly TimeSpan s_shortestWait = TimeSpan.FromMilliseconds(1);

    private readonly HubLimits _limits;
    private readonly RingQueue<Waiter> _waiting = new();
    private readonly ITimer _timer;
    private TokenBucket _messages;
    private TokenBucket _bytes;
    private int _ahead; // how many may still begin before what is being written is
    private int _writing; // outboxes that were given to threads of the pool to be written, and are not yet
    private bool _isTaken; // by a long one
    private bool _isOpen; // for all: the hub ends

    public BroadcastAdmission(HubLimits limits, TimeProvider time)
    {
        _limits = limits;
        _ahead = limits.BroadcastsAhead;
        // A second's worth at once could be more than queues hold.
        _messages = new TokenBucket(limits.BroadcastsPerSecond, Math.Clamp(limits.QueuedMessages / 4, 1, limits.BroadcastsPerSecond), time);
        _bytes = new TokenBucket(limits.BroadcastBytesPerSecond, Math.Max(1, limits.QueuedBytes / 4.0), time);
        _timer = time.CreateTimer(
            static admission => ((BroadcastAdmission)admission!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The lock of the room, which guards its sockets, too.</summary>
    public Lock Lock { get; } = new();

    /// <summary>Waits until a message may be broadcast.</summary>
    /// <param name="socket">The sender.</param>
    /// <param name="bytes">The bytes of the message.</param>
    /// <param name="isLong">Whether the message takes long to be made: its sender must say when it <see cref="Leave"/>s, and nobody else
    /// is admitted until then.</param>
    public ValueTask AdmitAsync(IPacedSocket socket, long bytes, bool isLong = false)
    {
        lock (Lock)
        {
            if (_isOpen || (_waiting.IsEmpty && TryTake(bytes, isLong)))
                return default;

            _waiting.TryEnqueue(new Waiter(socket.Resumed, bytes, isLong));
            if (_waiting.Count == 1)
                SetTimer();
        }

        return socket.Resumed.WaitAsync();
    }

    /// <summary>Notifies the admission that a long broadcast has ended.</summary>
    public void Leave()
    {
        lock (Lock)
        {
            _isTaken = false;
            AdmitWaiting();
        }
    }

    /// <summary>Counts sockets that are about to be written to.</summary>
    public void BeginWriting(int sockets) => Interlocked.Add(ref _writing, sockets); // pairs with the reads under the lock

    /// <summary>Counts sockets that have been written to, or that wait for their peers.</summary>
    public void EndWriting(int sockets)
    {
        if (Interlocked.Add(ref _writing, -sockets) == 0) // pairs with the reads under the lock
            Look();
    }

    /// <summary>Admits all that wait, and everybody from now on.</summary>
    public void Dispose()
    {
        lock (Lock)
        {
            _isOpen = true;
            _waiting.Drain(static (waiter, _) => waiter.Resumed.Set(), 0);
        }

        _timer.Dispose();
    }

    private void Look()
    {
        lock (Lock)
            AdmitWaiting();
    }

    // All of these are called under the lock.

    /// <summary>Admits those who wait and may go on.</summary>
    private void AdmitWaiting()
    {
        if (Volatile.Read(ref _writing) == 0) // pairs with the additions
            _ahead = _limits.BroadcastsAhead;

        while (_waiting.TryPeek(out Waiter waiter) && TryTake(waiter.Bytes, waiter.IsLong))
        {
            _waiting.TryDequeue(out _);
            waiter.Resumed.Set();
        }

        if (!_waiting.IsEmpty)
            SetTimer();
    }

    private bool TryTake(long bytes, bool isLong)
    {
        if (_ahead == 0 && Volatile.Read(ref _writing) == 0) // pairs with the additions
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
        if (_isTaken || (_ahead == 0 && Volatile.Read(ref _writing) > 0)) // pairs with the additions
            return;

        TimeSpan wait = s_shortestWait;
        foreach (TimeSpan next in (ReadOnlySpan<TimeSpan>)[_messages.UntilNext(), _bytes.UntilNext()])
            wait = next > wait ? next : wait;

        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }

    private readonly record struct Waiter(AsyncSignal Resumed, long Bytes, bool IsLong);
}
