using Pooling.Queues;

namespace Pooling.SoakTests.Exploration;

/// <summary>Runs one step of one thread on a state: all code up to and including its next atomic access.</summary>
/// <remarks>Plain accesses need no separate step. Either they are ordered, and their time does not matter, or they are not, which is an
/// error that must be found.</remarks>
internal sealed class Execution(Scenario scenario, IExploredRing ring, SeededFault fault, bool delays)
{
    private const long Untouched = 0x7E57_ED00_0000_0001; // a value that is neither a position nor an item

    private readonly Specification _specification = new(scenario.Capacity, delays);
    private readonly int _locations = RingLocation.Item(ring.Slots);
    private readonly List<long> _log = [];
    private MemoryState _state = null!;
    private int _thread;
    private int _cursor;
    private int _choice;
    private bool _mayAccess;
    private bool _runsOn;
    private (int Name, long Value, long First)? _heldBack;

    internal MemoryState CreateState() => new()
    {
        Threads = [.. scenario.Programs.Select(_ =>
            new ThreadState { Log = [], Known = ulong.MaxValue, Seen = delays ? new ushort[_locations] : [] })],
        Histories = new Message[_locations][],
        Plain = [.. Enumerable.Repeat(Untouched, _locations)],
        Candidates = Specification.Start,
    };

    /// <summary>Returns the number of choices of the thread's next step: the values that its next read may see.</summary>
    internal int ChoicesOf(MemoryState state, int thread)
    {
        ref ThreadState present = ref state.Threads[thread];
        if (present.Operation == scenario.Programs[thread].Length || present.Waits)
            return 0;

        return delays && present.IsStarted && present.ReadsNext
            ? (state.Histories[present.NextName]?.Length ?? 1) - present.Seen[present.NextName]
            : 1;
    }

    /// <summary>Changes the state by one step of a thread.</summary>
    /// <exception cref="ViolationException">The step violates a rule.</exception>
    internal void Step(MemoryState state, int thread, int choice)
    {
        ref ThreadState present = ref state.Threads[thread];
        Begin(state, thread, choice);
        if (!present.IsStarted)
        {
            present.IsStarted = true;
            _mayAccess = !delays; // with delays, the value of the first read is determined after this step
            state.Candidates = Specification.Call(state.Candidates, thread);
        }

        RingOperation operation = scenario.Programs[thread][present.Operation];
        if (!TryRun(operation, out ulong result))
        {
            present.Log = [.. _log];
            return;
        }

        Return(thread, result, operation);
        present.Operation++;
        present.IsStarted = false;
        present.MissedWrite = false;
        present.Log = [];
    }

    /// <summary>Removes the remaining items, and checks them, too.</summary>
    internal void Finish(MemoryState state)
    {
        int thread = state.Threads.Length - 1;
        if (delays)
            SeeAll(ref state.Threads[thread], state);

        ulong result;
        do
        {
            Begin(state, thread, 0);
            _runsOn = true;
            state.Threads[thread].Log = [];
            state.Candidates = Specification.Call(state.Candidates, thread);
            if (!TryRun(RingOperation.Dequeue, out result))
                throw new ViolationException("In the end an item is announced that never comes.");

            Return(thread, result, RingOperation.Dequeue);
        }
        while (result != 0);

        if (state.Candidates.All(static candidate => candidate.Count > 0))
            throw new ViolationException("In the end items are missing.");
    }

    internal long ReadOwn(int name, long first)
    {
        if (name is RingLocation.CachedHead or RingLocation.CachedTail)
            return ReadPlain(name, first);

        // A position that only this thread writes. It need not wait, and sees no older values.
        return TryReplay(out long value) ? value : Record(Newest(name, first).Value);
    }

    internal long ReadPlain(int name, long first)
    {
        if (TryReplay(out long value))
            return value;

        if ((Self.Known & WriteBit(name)) == 0)
            throw new ViolationException($"{NameOf(name)} is read, and nothing orders that behind its last write.");

        // A new last read, which no other thread knows yet.
        ForgetInMessages(ReadBit(name, _thread), 0);
        Self.Known |= ReadBit(name, _thread);
        return Record(_state.Plain[name] == Untouched ? first : _state.Plain[name]);
    }

    internal void WritePlain(int name, long value, long first)
    {
        _ = first;
        if (TryReplay(out _))
            return;

        ulong reads = ReadBits(name);
        if ((Self.Known & WriteBit(name)) == 0 || (Self.Known & reads) != reads)
            throw new ViolationException($"{NameOf(name)} is written, and nothing orders that behind its last write or read.");

        ForgetInMessages(WriteBit(name), reads);
        Self.Known |= WriteBit(name) | reads;
        _state.Plain[name] = value;
        Record(0);
    }

    internal void StoreItem(int name, long value, long first)
    {
        if (fault.Kind == Fault.SlotAfterPublish)
            _heldBack = (name, value, first);
        else
            WritePlain(name, value, first);
    }

    internal long ReadAtomic(int name, long first)
    {
        if (TryReplay(out long value))
            return value;

        StopUnlessMayAccess(name, reads: true);
        Message[] history = History(name, first);
        int index = delays ? Self.Seen[name] + _choice : 0;
        Message message = history[index];
        if (delays)
        {
            Self.Seen = Join(Self.Seen, null, name, (ushort)index);
            Self.MissedWrite |= index < history.Length - 1;
        }

        if (!fault.Drops(Fault.AcquireDropped, name))
            Acquire(message);

        return Record(message.Value);
    }

    internal void WriteAtomic(int name, long value, long first)
    {
        if (!TryReplay(out _))
        {
            StopUnlessMayAccess(name, reads: false);
            bool isRelaxed = fault.Drops(Fault.ReleaseDropped, name);
            Append(name, value, first, isRelaxed ? 0 : Self.Known, isRelaxed);
            Record(0);
        }

        if (_heldBack is { } store)
        {
            _heldBack = null;
            WritePlain(store.Name, store.Value, store.First);
        }
    }

    internal bool CompareExchange(int name, long value, long expected, long first)
    {
        if (TryReplay(out long replayed))
            return replayed != 0;

        StopUnlessMayAccess(name, reads: false);
        Message newest = Newest(name, first);
        if (delays)
            Self.Seen = Join(Self.Seen, null, name, (ushort)(History(name, first).Length - 1));

        Acquire(newest);
        if (newest.Value == expected)
            Append(name, value, first, Self.Known, isRelaxed: false);

        return Record(newest.Value == expected ? 1 : 0) != 0;
    }

    /// <summary>Restarts the operation. It keeps nothing, and the writes of other threads arrive later.</summary>
    internal void Retry()
    {
        _log.Clear();
        _cursor = 0;
        Self.MissedWrite = false;
        if (delays)
            SeeAll(ref Self, _state);
    }

    internal void Wait()
    {
        bool hasSeenAll = !Self.MissedWrite && (!delays || SeesAll());
        Retry();
        Self.Waits = hasSeenAll;
        Self.ReadsNext = false;
        throw StoppedException.Instance;
    }

    private ref ThreadState Self => ref _state.Threads[_thread];

    private void Begin(MemoryState state, int thread, int choice)
    {
        _state = state;
        _thread = thread;
        _choice = choice;
        _cursor = 0;
        _mayAccess = true;
        _runsOn = false;
        _heldBack = null;
        _log.Clear();
        _log.AddRange(state.Threads[thread].Log);
        ExploredRingAtomics.Current = this;
    }

    private bool TryRun(RingOperation operation, out ulong result)
    {
        try
        {
            result = ring.Invoke(operation);
            return true;
        }
        catch (StoppedException)
        {
            result = 0;
            return false;
        }
    }

    private void Return(int thread, ulong result, RingOperation operation)
    {
        _state.Candidates = _specification.Return(_state.Candidates, thread, result,
            other => other == thread ? operation : scenario.Programs[other][_state.Threads[other].Operation]);
        if (_state.Candidates.Length == 0)
            throw new ViolationException($"Thread {thread}: {operation} returned {result:X}, which no order of the operations explains.");
    }

    private bool TryReplay(out long value)
    {
        if (_cursor == _log.Count)
        {
            value = 0;
            return false;
        }

        value = _log[_cursor++];
        return true;
    }

    private long Record(long value)
    {
        _log.Add(value);
        _cursor++;
        return value;
    }

    private void StopUnlessMayAccess(int name, bool reads)
    {
        if (_runsOn)
            return;

        if (!_mayAccess)
        {
            Self.ReadsNext = reads;
            Self.NextName = name;
            throw StoppedException.Instance;
        }

        _mayAccess = false;
    }

    private Message[] History(int name, long first) =>
        _state.Histories[name] ??= [new Message(first, ulong.MaxValue, delays ? new ushort[_locations] : null)];

    private Message Newest(int name, long first) => History(name, first)[^1];

    private void Acquire(Message message)
    {
        Self.Known |= message.Known;
        if (delays)
            Self.Seen = Join(Self.Seen, message.Seen, 0, 0);
    }

    private void Append(int name, long value, long first, ulong known, bool isRelaxed)
    {
        Message[] history = History(name, first);
        bool isChange = history[^1].Value != value;
        if (!delays)
        {
            _state.Histories[name] = [new Message(value, known, null)];
        }
        else
        {
            Self.Seen = Join(Self.Seen, null, name, (ushort)history.Length);
            _state.Histories[name] = [.. history,
                new Message(value, known, isRelaxed ? Join(new ushort[_locations], null, name, (ushort)history.Length) : Self.Seen)];
        }

        for (int i = 0; i < _state.Threads.Length; i++)
        {
            ref ThreadState other = ref _state.Threads[i];
            // A waiting thread would read the same again. Two threads that write the values that they read while they wait must not wake
            // each other forever.
            if (i == _thread || !isChange)
                continue;

            other.MissedWrite = other.Log.Length > 0;
            if (other.Waits && delays)
                SeeAll(ref other, _state);

            other.Waits = false;
        }
    }

    private static ushort[] Join(ushort[] left, ushort[]? right, int name, ushort seen)
    {
        var joined = (ushort[])left.Clone();
        for (int i = 0; right is not null && i < joined.Length; i++)
            joined[i] = Math.Max(joined[i], right[i]);

        joined[name] = Math.Max(joined[name], seen);
        return joined;
    }

    private static void SeeAll(ref ThreadState thread, MemoryState state) =>
        thread.Seen = [.. state.Histories.Select(static history => (ushort)((history?.Length ?? 1) - 1))];

    private bool SeesAll()
    {
        for (int i = 0; i < _locations; i++)
        {
            if (Self.Seen[i] < (_state.Histories[i]?.Length ?? 1) - 1)
                return false;
        }

        return true;
    }

    private void ForgetInMessages(ulong forgotten, ulong settled)
    {
        foreach (ref ThreadState thread in _state.Threads.AsSpan())
            thread.Known = (thread.Known & ~forgotten) | settled;

        for (int i = 0; i < _locations; i++)
        {
            if (_state.Histories[i] is { } history)
                _state.Histories[i] = [.. history.Select(message => message with { Known = (message.Known & ~forgotten) | settled })];
        }
    }

    private static int PlainIndex(int name) => name is RingLocation.CachedHead or RingLocation.CachedTail
        ? name - RingLocation.CachedHead
        : ((name - RingLocation.Item(0)) / 2) + 2;

    private ulong WriteBit(int name) => 1UL << (PlainIndex(name) * (_state.Threads.Length + 1));

    private ulong ReadBit(int name, int thread) => WriteBit(name) << (thread + 1);

    private ulong ReadBits(int name) => (WriteBit(name) << (_state.Threads.Length + 1)) - (WriteBit(name) << 1);

    private static string NameOf(int name) => name switch
    {
        RingLocation.Tail => "The tail",
        RingLocation.Head => "The head",
        RingLocation.CachedHead => "The copy of the head",
        RingLocation.CachedTail => "The copy of the tail",
        RingLocation.Limit => "The limit",
        _ when (name - RingLocation.Item(0)) % 2 == 0 => $"The item of slot {(name - RingLocation.Item(0)) / 2}",
        _ => $"The sequence of slot {(name - RingLocation.Item(0)) / 2}",
    };
}
