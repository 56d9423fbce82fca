namespace Pooling.Benchmarks.Encodeables;

/// <summary>The loops over events. The number of iterations of all threads together is
/// <see cref="PooledRefBenchmarks.Operations"/>.</summary>
internal sealed class EventTraffic<T, TScope, TSource>
    where TScope : struct, IDisposable
    where TSource : struct, IEventSource<T, TScope>
{
    private const int Operations = PooledRefBenchmarks.Operations;
    private const int EventsOfScope = 100;
    private const int EventsOfMessage = 32;

    private readonly TSource _source;
    private readonly HandoverRing<Message> _ring = new();
    private readonly Message[] _messages = [.. Enumerable.Range(0, 16).Select(static _ => new Message())]; // twice the capacity of the ring
    private readonly T?[] _held = new T?[40_000];
    private readonly object?[] _last = new object?[PooledRefBenchmarks.MaxThreads]; // lets it escape, so that it is created on the heap
    private readonly long[] _sums = new long[PooledRefBenchmarks.MaxThreads];
    private readonly Action<int> _work;
    private string _use = "";
    private int _threads;

    internal EventTraffic(TSource source)
    {
        _source = source;
        _work = worker => _sums[worker] = _use switch
        {
            "held 1000" => Hold(_held.AsSpan(0, 1_000)),
            "held 40000" => Hold(_held),
            "handover" => worker == 0 ? Put() : Take(),
            _ => OneByOne(worker, Operations / _threads),
        };
    }

    internal long Run(string use, WorkerThreads workers)
    {
        (_use, _threads) = (use, workers.Count);
        workers.Run(_work);
        return _sums.Sum();
    }

    private long OneByOne(int worker, int count)
    {
        TSource source = _source;
        T? item = default;
        long sum = 0;
        for (uint handle = 0; handle < count;)
        {
            using TScope scope = TSource.Begin();
            for (int i = 0; i < EventsOfScope; i++)
                sum += source.Return(item = source.Rent(scope, handle++));
        }

        _last[worker] = item;
        return sum;
    }

    // All events get their handles before the first handle is read, so that an event that is rented twice changes the sum.
    private long Hold(Span<T?> slots)
    {
        long sum = 0;
        for (uint handle = 0; handle < Operations;)
        {
            using TScope scope = TSource.Begin();
            Rent(slots, scope, ref handle);
            sum += Return(slots);
        }

        return sum;
    }

    private long Put()
    {
        for (uint handle = 0; handle < Operations;)
        {
            Span<Message?> room = _ring.BeginPut();
            Message message = _messages[handle / EventsOfMessage % _messages.Length];
            message.Scope = TSource.Begin();
            Rent(message.Events, message.Scope, ref handle);
            room[0] = message;
            _ring.EndPut();
        }

        return 0;
    }

    private long Take()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += EventsOfMessage)
        {
            Message message = _ring.BeginTake()[0]!;
            sum += Return(message.Events);
            message.Scope.Dispose();
            _ring.EndTake();
        }

        return sum;
    }

    private void Rent(Span<T?> slots, TScope scope, ref uint handle)
    {
        foreach (ref T? slot in slots)
            slot = _source.Rent(scope, handle++);
    }

    private long Return(Span<T?> slots)
    {
        long sum = 0;
        foreach (ref T? slot in slots)
        {
            sum += _source.Return(slot!);
            slot = default;
        }

        return sum;
    }

    private sealed class Message
    {
        internal readonly T?[] Events = new T?[EventsOfMessage];
        internal TScope Scope;
    }
}
