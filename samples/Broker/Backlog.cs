namespace Pooling.Samples.Broker;

/// <summary>Counts the bytes that wait for one client. Senders wait while there is no room, and a clock finds out who
/// is slow. Thread safety: any thread may use it.</summary>
/// <param name="budget">The part of the bytes for all that the client shares with others of its address.</param>
/// <param name="max">The limit of the client, in bytes.</param>
internal sealed class Backlog(Budget budget, int max)
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _room; // of the senders that wait
    private long _unsent;
    private long _sent; // since the beginning
    private long _mark; // what must be sent before the time is up
    private long _markedAt;
    private bool _hasEnded;

    /// <summary>Attempts to add the bytes of a message.</summary>
    /// <returns><see langword="false"/> if there is no room; see <see cref="RoomAsync"/>. After the end, there always
    /// is.</returns>
    public bool TryAdd(int bytes)
    {
        lock (_gate)
        {
            if (!_hasEnded && (_unsent + bytes > max || bytes > budget.Free))
                return false;

            Change(bytes);
            return true;
        }
    }

    /// <summary>Removes bytes that were sent.</summary>
    public void Remove(int bytes)
    {
        TaskCompletionSource? room = null;
        lock (_gate)
        {
            Change(-bytes);
            _sent += bytes;
            if (_unsent <= max / 2) // not for each message: a sender that wakes up adds many
                (room, _room) = (_room, null);
        }

        room?.TrySetResult();
    }

    /// <summary>Completes when half of the room is free, or after a short time: others may have left room in the
    /// budget.</summary>
    public Task RoomAsync()
    {
        lock (_gate)
        {
            if (_hasEnded || (_unsent <= max / 2 && budget.Free > max))
                return Task.CompletedTask;

            _room ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return Task.WhenAny(_room.Task, Task.Delay(50)); // ms
        }
    }

    /// <summary>Returns whether a message has waited longer than a limit. Only one clock may call it,
    /// regularly.</summary>
    public bool IsSlow(long now, TimeSpan limit)
    {
        lock (_gate)
        {
            if (_sent >= _mark) // all that waited when the mark was set was sent
                (_mark, _markedAt) = (_sent + _unsent, now);

            return _sent < _mark && now - _markedAt > limit.TotalMilliseconds;
        }
    }

    /// <summary>Counts nothing any more, and ends the waiting of senders.</summary>
    public void End()
    {
        lock (_gate)
        {
            Change(-_unsent);
            _hasEnded = true;
            _room?.TrySetResult(); // continues on other threads
        }
    }

    private void Change(long bytes)
    {
        if (_hasEnded)
            return;

        _unsent += bytes;
        budget.Add(bytes);
    }
}
