namespace Pooling.Samples.ClusterHub;

/// <summary>Counts the bytes that wait for one member. Senders wait in turn while there is no room, and a clock finds
/// out who is slow. Thread safety: any thread may use it.</summary>
/// <remarks>A sender waits only for a member for which something waits: its clock runs, and what it takes makes
/// room.</remarks>
/// <param name="budget">The part of the bytes for all that the member shares with others of its address and
/// room.</param>
/// <param name="max">The limit of the member, in bytes. Half of it is for messages of this node, whose senders can
/// wait, and enough for the longest one. Those of other nodes may have what is left of all of it.</param>
internal sealed class Backlog(Budget budget, int max)
{
    private readonly Lock _gate = new();
    private readonly Queue<(int Bytes, TaskCompletionSource<Outcome> Added)> _senders = []; // that wait, in turn
    private readonly Queue<(int Bytes, bool CanWait)> _messages = []; // that are not sent
    private long _unsent;
    private long _unsentHere; // of it, the bytes of senders of this node, who can wait
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

    /// <summary>Removes a message that was sent: the one that was added first.</summary>
    public void Remove()
    {
        lock (_gate)
        {
            if (!_messages.TryDequeue(out (int Bytes, bool CanWait) message))
                return; // after the end

            Change(-message.Bytes, message.CanWait);
            _sent += message.Bytes;
            if (_unsentHere <= max / 4) // not for each message: a sender that wakes up adds many
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
            budget.Add(-_unsent);
            _unsent = _unsentHere = 0;
            _mark = _sent; // nothing waits any more
            _messages.Clear();
            _hasEnded = true;
            LetIn();
        }
    }

    private Outcome AddInTurn(int bytes, bool canWait)
    {
        if (_hasEnded)
            return Outcome.Added;

        // Others cannot make a sender of this node wait: what the member is sent by other nodes does not count here.
        bool isEmpty = (canWait ? _unsentHere : _unsent) == 0;
        bool hasRoom = canWait ? _unsentHere + bytes <= max / 2 : _unsent + bytes <= max;

        // A short text has room in any case if nothing else waits.
        bool hasBudget = bytes <= budget.Free || (isEmpty && bytes <= HubNode.MinCharge);
        if (!hasRoom || !hasBudget)
            return hasRoom && (isEmpty || !canWait) ? Outcome.Lost : Outcome.Full;

        _messages.Enqueue((bytes, canWait));
        Change(bytes, canWait);
        return Outcome.Added;
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

    private void Change(int bytes, bool canWait)
    {
        _unsent += bytes;
        _unsentHere += canWait ? bytes : 0;
        budget.Add(bytes);
    }
}
