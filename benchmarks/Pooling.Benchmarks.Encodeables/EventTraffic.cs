namespace Pooling.Benchmarks.Encodeables;

/// <summary>The ways that events go, as often as <see cref="Operations"/> says, of all threads together.</summary>
internal abstract class EventTraffic
{
    internal const int Operations = 640_000;
    internal const int Threads = 8;

    internal abstract long Run(string use, WorkerThreads? workers);
}

internal sealed class EventTraffic<T, TSource> : EventTraffic where TSource : struct, IEventSource<T>
{
    private const int EventsOfScope = 100;
    private const int EventsOfMessage = 32;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly TSource _source;
    private readonly HandoverRing<Message> _ring = new();
    private readonly Message[] _messages = [.. Enumerable.Range(0, 16).Select(static _ => new Message())]; // twice what the ring takes
    private readonly long[] _sums = new long[Threads * Stride];
    private readonly object?[] _last = new object?[Threads * Stride]; // lets it escape, so that it is made on the heap
    private readonly Action<int> _oneByOne;
    private readonly Action<int> _handOver;
    private Slot[] _held = [];

    internal EventTraffic(TSource source)
    {
        _source = source;
        _oneByOne = worker => _sums[worker * Stride] = OneByOne(Operations / Threads, worker);
        _handOver = worker => _sums[worker * Stride] = worker == 0 ? Put() : Take();
    }

    internal override long Run(string use, WorkerThreads? workers) => use switch
    {
        "one by one" => OneByOne(Operations, 0),
        "held 1000" => Hold(1_000),
        "held 40000" => Hold(40_000),
        "8 threads" => Run(workers!, _oneByOne),
        _ => Run(workers!, _handOver),
    };

    private long Run(WorkerThreads workers, Action<int> work)
    {
        workers.Run(work);
        return _sums.Sum();
    }

    // All get their handles before the first handle is read, so that an event handed out twice changes the sum.
    private long Hold(int count)
    {
        if (_held.Length != count)
            _held = new Slot[count];

        long sum = 0;
        for (uint handle = 0; handle < Operations;)
        {
            using PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
            foreach (ref Slot slot in _held.AsSpan())
                slot.Item = _source.Rent(scope, handle++);

            foreach (ref Slot slot in _held.AsSpan())
            {
                sum += _source.Return(slot.Item!);
                slot = default;
            }
        }

        return sum;
    }

    private long OneByOne(int count, int worker)
    {
        TSource source = _source;
        long sum = 0;
        T? item = default;
        for (uint handle = 0; handle < count;)
        {
            using PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
            for (int i = 0; i < EventsOfScope; i++)
            {
                item = source.Rent(scope, handle++);
                sum += source.Return(item);
            }
        }

        _last[worker * Stride] = item;
        return sum;
    }

    private long Put()
    {
        int number = 0;
        for (uint handle = 0; handle < Operations;)
        {
            Span<Message?> room = _ring.BeginPut();
            Message message = _messages[number++ % _messages.Length];
            PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
            foreach (ref Slot slot in message.Events.AsSpan())
                slot.Item = _source.Rent(scope, handle++);

            message.Scope = scope;
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
            foreach (ref Slot slot in message.Events.AsSpan())
                sum += _source.Return(slot.Item!);

            message.Scope.Dispose();
            _ring.EndTake();
        }

        return sum;
    }

    // A struct, so that a store checks no array covariance.
    private struct Slot
    {
        internal T? Item;
    }

    private sealed class Message
    {
        internal readonly Slot[] Events = new Slot[EventsOfMessage];
        internal PooledScope Scope;
    }
}
