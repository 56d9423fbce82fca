using System.Diagnostics;
using System.Runtime.ExceptionServices;

namespace Pooling.Tour.Measuring;

/// <summary>The threads that run a comparison: the calling one, and as many waiting ones as needed. They live as long as the comparison, so
/// that pools keep their magazines between slices.</summary>
internal sealed class ThreadTeam : IDisposable
{
    private readonly Member[] _members;
    private readonly Thread[] _threads;
    private readonly Barrier _start;
    private readonly Barrier _end;
    private Contender? _contender;
    private int _operations;

    public ThreadTeam(int size)
    {
        _members = new Member[size];
        _start = new Barrier(size);
        _end = new Barrier(size);
        _threads = new Thread[size - 1];
        for (int i = 0; i < _threads.Length; i++)
        {
            int index = i + 1;
            _threads[i] = new Thread(() => Follow(index)) { IsBackground = true, Name = $"Tour {index}" };
            _threads[i].Start();
        }
    }

    /// <summary>Runs a contender on every thread at the same time.</summary>
    /// <param name="contender">The contender.</param>
    /// <param name="operations">The number of operations of each thread.</param>
    /// <returns>The time from the first start to the last end, and the bytes that all threads allocated.</returns>
    public Slice Run(Contender contender, int operations)
    {
        _contender = contender;
        _operations = operations;
        int gen0 = GC.CollectionCount(0), gen1 = GC.CollectionCount(1), gen2 = GC.CollectionCount(2);
        if (_members.Length > 1)
            _start.SignalAndWait();

        Work(0);
        if (_members.Length > 1)
            _end.SignalAndWait();

        gen0 = GC.CollectionCount(0) - gen0;
        gen1 = GC.CollectionCount(1) - gen1;
        gen2 = GC.CollectionCount(2) - gen2;
        foreach (Member member in _members)
            member.Failure?.Throw();

        double ticks = _members.Max(static member => member.End) - _members.Min(static member => member.Start);
        return new Slice(
            ticks * 1_000_000_000 / Stopwatch.Frequency,
            _members.Sum(static member => member.AllocatedBytes),
            _members.Sum(static member => member.Sum),
            gen0,
            gen1,
            gen2);
    }

    /// <summary>Ends the waiting threads.</summary>
    public void Dispose()
    {
        _contender = null;
        if (_members.Length > 1)
            _start.SignalAndWait();

        foreach (Thread thread in _threads)
            thread.Join();

        _start.Dispose();
        _end.Dispose();
    }

    private void Follow(int index)
    {
        while (true)
        {
            _start.SignalAndWait();
            if (_contender is null)
                return;

            Work(index);
            _end.SignalAndWait();
        }
    }

    private void Work(int index)
    {
        ref Member member = ref _members[index];
        try
        {
            long bytes = GC.GetAllocatedBytesForCurrentThread();
            member.Start = Stopwatch.GetTimestamp();
            member.Sum = _contender!.Run(_operations);
            member.End = Stopwatch.GetTimestamp();
            member.AllocatedBytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
        }
        catch (Exception exception) // passed to the calling thread; the others must not wait for this one forever
        {
            member.Failure = ExceptionDispatchInfo.Capture(exception);
        }
    }

    private struct Member
    {
        public long Start;
        public long End;
        public long AllocatedBytes;
        public long Sum;
        public ExceptionDispatchInfo? Failure;
    }
}
