namespace Pooling.Samples.Broker;

/// <summary>Counts the bytes that wait for one client. Senders wait in turn while there is no room, and a clock finds
/// out who is slow. Thread safety: any thread may use it.</summary>
/// <remarks>A sender waits only for a client for which something waits: its clock runs, and what it takes makes
/// room.</remarks>
/// <param name="budget">The part of the bytes for all that the client shares with others of its address.</param>
/// <param name="max">The limit of the client, in bytes, which is enough for the longest message.</param>
internal sealed class Backlog(Budget budget, int max)
{
    private readonly Lock _gate = new();
    private readonly Queue<(int Bytes, TaskCompletionSource<Outcome> Added)> _senders = []; // that wait, in turn
    private long _unsent;
    private long _sent; // since the beginning
    private long _mark; // what must be sent before the time is up
    private long _markedAt;
    private bool _hasEnded;

    /// <summary>The outcomes of adding a message.</summary>
    internal enum Outcome
    {
        /// <summary>It counts. After the end, all messages do.</summary>
        Added,

        /// <summary>The client has no room.</summary>
        Full,

        /// <summary>Others have taken the budget.</summary>
        Lost,
    }

    /// <summary>Attempts to add the bytes of a message. If there is no room, see <see cref="AddAsync"/>.</summary>
    public Outcome Add(int bytes)
    {
        lock (_gate)
            return _senders.Count > 0 ? Outcome.Full : AddInTurn(bytes);
    }

    /// <summary>Adds the bytes of a message as soon as there is room, after those of senders that have waited
    /// longer.</summary>
    public Task<Outcome> AddAsync(int bytes)
    {
        lock (_gate)
        {
            Outcome outcome = Add(bytes);
            if (outcome != Outcome.Full)
                return Task.FromResult(outcome);

            var added = new TaskCompletionSource<Outcome>(TaskCreationOptions.RunContinuationsAsynchronously);
            _senders.Enqueue((bytes, added));
            return added.Task;
        }
    }

    /// <summary>Removes bytes that were sent.</summary>
    public void Remove(int bytes)
    {
        lock (_gate)
        {
            Change(-bytes);
            _sent += bytes;
            if (_unsent <= max / 2) // not for each message: a sender that wakes up adds many
                LetIn();
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
            _mark = _sent; // nothing waits any more
            _hasEnded = true;
            LetIn();
        }
    }

    private Outcome AddInTurn(int bytes)
    {
        bool isEmpty = _unsent == 0;
        bool hasRoom = _unsent + bytes <= max;

        // A short packet has room in any case if nothing else waits. All answers of the broker are short.
        bool hasBudget = bytes <= budget.Free || (isEmpty && bytes <= MqttBroker.MinCharge);
        if (_hasEnded || (hasRoom && hasBudget))
        {
            Change(bytes);
            return Outcome.Added;
        }

        return hasRoom && isEmpty ? Outcome.Lost : Outcome.Full;
    }

    private void LetIn()
    {
        while (_senders.TryPeek(out (int Bytes, TaskCompletionSource<Outcome> Added) next)
            && AddInTurn(next.Bytes) is not Outcome.Full and Outcome outcome)
        {
            _senders.Dequeue();
            next.Added.TrySetResult(outcome); // continues on another thread
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
