namespace Pooling.Samples.ClusterHub;

/// <summary>Counts the bytes that wait for one member. Senders wait in turn while there is no room, and a clock finds
/// out who is slow. Thread safety: any thread may use it.</summary>
/// <remarks>A sender waits only for a member for which something waits: its clock runs, and what it takes makes
/// room.</remarks>
/// <param name="budget">The part of the bytes for all that the member shares with others of its address and
/// room.</param>
/// <param name="max">The limit of the member, in bytes. Senders of this node leave half of it to messages of other
/// nodes. Half of it is enough for the longest message.</param>
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

        /// <summary>The member has no room.</summary>
        Full,

        /// <summary>Others have taken the budget.</summary>
        Lost,
    }

    /// <summary>Attempts to add the bytes of a message.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="canWait">Whether the sender can wait for room: then see <see cref="AddAsync"/>.</param>
    public Outcome Add(int bytes, bool canWait)
    {
        lock (_gate)
            return canWait && _senders.Count > 0 ? Outcome.Full : AddInTurn(bytes, canWait);
    }

    /// <summary>Adds the bytes of a message as soon as there is room, after those of senders that have waited
    /// longer.</summary>
    public Task<Outcome> AddAsync(int bytes)
    {
        lock (_gate)
        {
            Outcome outcome = Add(bytes, canWait: true);
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
            if (_unsent <= max / 4) // not for each message: a sender that wakes up adds many
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
            _hasEnded = true;
            LetIn();
        }
    }

    private Outcome AddInTurn(int bytes, bool canWait)
    {
        bool isEmpty = _unsent == 0;
        bool hasRoom = _unsent + bytes <= (canWait ? max / 2 : max);

        // A short text has room in any case if nothing else waits.
        bool hasBudget = bytes <= budget.Free || (isEmpty && bytes <= HubNode.MinCharge);
        if (_hasEnded || (hasRoom && hasBudget))
        {
            Change(bytes);
            return Outcome.Added;
        }

        return hasRoom && (isEmpty || !canWait) ? Outcome.Lost : Outcome.Full;
    }

    private void LetIn()
    {
        while (_senders.TryPeek(out (int Bytes, TaskCompletionSource<Outcome> Added) next)
            && AddInTurn(next.Bytes, canWait: true) is not Outcome.Full and Outcome outcome)
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
