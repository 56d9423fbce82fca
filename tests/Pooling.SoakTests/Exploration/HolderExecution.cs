using System.Runtime.CompilerServices;

namespace Pooling.SoakTests.Exploration;

/// <summary>Runs one step of one thread: all code up to its next access. Reads may see any value unless the thread has seen a newer
/// one.</summary>
/// <remarks>A program is run again from its start up to there, with the values that it has read. The pool is a lock that holds the object
/// or not.</remarks>
internal sealed class HolderExecution(HolderFault fault, Action<HolderExecution>[] programs, Action<HolderExecution> finish)
{
    internal const int Locations = 4;
    private const int Pool = 3;

    private readonly int[] _cells = new int[Locations]; // only their addresses matter
    private readonly List<int> _log = [];
    private HolderState _state = null!;
    private int _thread;
    private int _choice;
    private int _cursor;
    private bool _mayAccess;
    private bool _runsOn;

    internal ref int Word => ref _cells[0];

    internal ref int Slot => ref _cells[1];

    /// <summary>Gets the version of the scope that initially holds the object: 0 while it is open.</summary>
    internal ref int Scope => ref _cells[2];

    internal HolderFault Fault => fault;

    private HolderThread Self => _state.Threads[_thread];

    internal HolderState CreateState(int word, int slot, bool isInPool)
    {
        int[] none = new int[programs.Length + 1];
        return new HolderState
        {
            Threads = [.. none.Select(_ => new HolderThread { Seen = new int[Locations], Clock = [.. none] })],
            Histories = [.. new[] { word, slot, 0, isInPool ? 1 : 0 }
                .Select(value => new[] { new HolderMessage(value, new int[Locations], none) })],
        };
    }

    internal int ChoicesOf(HolderState state, int thread)
    {
        HolderThread present = state.Threads[thread];
        if (thread == programs.Length || present.IsDone)
            return 0;

        return present.NextRead < 0 ? 1 : state.Histories[present.NextRead].Length - present.Seen[present.NextRead];
    }

    internal void Step(HolderState state, int thread, int choice) => Run(state, thread, choice, runsOn: false, programs[thread]);

    /// <summary>Ends the remaining operations on a thread that has waited for all others, and checks that the object was
    /// returned.</summary>
    internal void Finish(HolderState state, int expectedEnds)
    {
        HolderThread last = state.Threads[^1];
        foreach (HolderThread thread in state.Threads)
            Join(last, thread.Seen, thread.Clock);

        for (int i = 0; i < Locations; i++)
            last.Seen[i] = state.Histories[i].Length - 1;

        Run(state, programs.Length, 0, runsOn: true, finish);
        if (state.Histories[Pool][^1].Value != 1)
            throw new ViolationException("In the end the object is lost.");

        if (state.Ends != expectedEnds)
            throw new ViolationException($"What the first holder held was ended {state.Ends} times.");
    }

    /// <summary>Reads or writes the object itself, which only its holder does.</summary>
    internal void Use()
    {
        if (TryReplay(out _))
            return;

        (int Thread, int Time) last = _state.LastUse;
        if (last.Thread >= 0 && Self.Clock[last.Thread] < last.Time)
        {
            throw new ViolationException($"Thread {_thread} uses the object, and nothing orders that behind its use by thread "
                + $"{last.Thread}: two have it.");
        }

        Self.Clock[_thread]++;
        _state.LastUse = (_thread, Self.Clock[_thread]);
        Record(0);
    }

    /// <summary>Counts an end of the first holder's rental.</summary>
    internal void CountEnd()
    {
        if (TryReplay(out _))
            return;

        _state.Ends++;
        Record(0);
    }

    internal bool TryPop()
    {
        if (TryReplay(out int popped))
            return popped != 0;

        StopUnlessMayAccess(-1);
        HolderMessage newest = _state.Histories[Pool][^1];
        Join(Self, newest.Seen, newest.Clock);
        if (newest.Value == 1)
            Append(Pool, 0);

        return Record(newest.Value) != 0;
    }

    internal void Push()
    {
        if (TryReplay(out _))
            return;

        StopUnlessMayAccess(-1);
        HolderMessage newest = _state.Histories[Pool][^1];
        if (newest.Value == 1)
            throw new ViolationException($"Thread {_thread} puts the object into the pool, which has it already.");

        Join(Self, newest.Seen, newest.Clock);
        Append(Pool, 1);
        Record(0);
    }

    internal int Read(ref int location, bool acquires)
    {
        if (TryReplay(out int value))
            return value;

        int name = NameOf(ref location);
        StopUnlessMayAccess(name);
        int index = _runsOn ? _state.Histories[name].Length - 1 : Self.Seen[name] + _choice;
        HolderMessage message = _state.Histories[name][index];
        Self.Seen[name] = index;
        if (acquires)
            Join(Self, message.Seen, message.Clock);

        return Record(message.Value);
    }

    /// <param name="location">The location.</param>
    /// <param name="value">The value.</param>
    /// <param name="releases">Whether a thread that acquires the value gets the knowledge of this thread; otherwise it gets only the
    /// value.</param>
    internal void Write(ref int location, int value, bool releases = true)
    {
        if (TryReplay(out _))
            return;

        StopUnlessMayAccess(-1);
        Append(NameOf(ref location), value, releases);
        Record(0);
    }

    /// <summary>Makes every thread execute a fence, after which it does not read older values than the current ones.</summary>
    internal void Fence()
    {
        if (TryReplay(out _))
            return;

        StopUnlessMayAccess(-1);
        foreach (HolderThread thread in _state.Threads)
        {
            for (int i = 0; i < Locations; i++)
                thread.Seen[i] = _state.Histories[i].Length - 1;
        }

        Record(0);
    }

    internal bool CompareExchange(ref int location, int value, int expected)
    {
        if (fault == HolderFault.VersionNotRaised)
            value -= 8;

        if (fault == HolderFault.TornCompareExchange)
        {
            if (ReadNewest(ref location) != expected)
                return false;

            Write(ref location, value);
            return true;
        }

        if (TryReplay(out int replayed))
            return replayed != 0;

        StopUnlessMayAccess(-1);
        int name = NameOf(ref location);
        HolderMessage newest = _state.Histories[name][^1];
        Self.Seen[name] = _state.Histories[name].Length - 1;
        Join(Self, newest.Seen, newest.Clock);
        if (newest.Value == expected)
            Append(name, value);

        return Record(newest.Value == expected ? 1 : 0) != 0;
    }

    private int ReadNewest(ref int location)
    {
        if (TryReplay(out int value))
            return value;

        StopUnlessMayAccess(-1);
        HolderMessage newest = _state.Histories[NameOf(ref location)][^1];
        Join(Self, newest.Seen, newest.Clock);
        return Record(newest.Value);
    }

    private void Run(HolderState state, int thread, int choice, bool runsOn, Action<HolderExecution> program)
    {
        _state = state;
        _thread = thread;
        _choice = choice;
        _cursor = 0;
        _runsOn = runsOn;
        _mayAccess = Self.HasBegun; // initially it runs up to its first access, to determine the values that this may read
        _log.Clear();
        _log.AddRange(Self.Log);
        ExploredHolderAtomics.Current = this;
        Self.NextRead = -1;
        try
        {
            program(this);
            Self.IsDone = true;
        }
        catch (StoppedException)
        {
        }

        Self.Log = [.. _log];
    }

    private void StopUnlessMayAccess(int reads)
    {
        if (_runsOn)
            return;

        if (!_mayAccess)
        {
            Self.HasBegun = true;
            Self.NextRead = reads;
            throw StoppedException.Instance;
        }

        _mayAccess = false;
    }

    private bool TryReplay(out int value)
    {
        bool replays = _cursor < _log.Count;
        value = replays ? _log[_cursor++] : 0;
        return replays;
    }

    private int Record(int value)
    {
        _log.Add(value);
        _cursor++;
        return value;
    }

    private int NameOf(ref int location) => (int)(Unsafe.ByteOffset(ref _cells[0], ref location) / sizeof(int));

    private void Append(int name, int value, bool releases = true)
    {
        HolderMessage[] history = _state.Histories[name];
        Self.Seen[name] = history.Length;
        HolderMessage message = releases
            ? new HolderMessage(value, [.. Self.Seen], [.. Self.Clock])
            : new HolderMessage(value, new int[Locations], new int[Self.Clock.Length]);
        _state.Histories[name] = [.. history, message];
    }

    private static void Join(HolderThread thread, int[] seen, int[] clock)
    {
        for (int i = 0; i < seen.Length; i++)
            thread.Seen[i] = Math.Max(thread.Seen[i], seen[i]);

        for (int i = 0; i < clock.Length; i++)
            thread.Clock[i] = Math.Max(thread.Clock[i], clock[i]);
    }
}
