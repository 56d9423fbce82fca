namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the objects that are created after decoding: the array for a callback, the arguments of an event, and the updates that
/// an application queues.</summary>
public class DispatchBenchmarks
{
    private const int Operations = 1_000;

    private static readonly ThreadLocal<NotificationArgs> s_args = new(static () => new NotificationArgs());

    private readonly DataValue _value = new(21.5, default, new DateTime(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc));
    private readonly UpdateObject[] _updates = new UpdateObject[Operations];
    private readonly EncodeableList<NotificationArgs> _args = new(NotificationArgs.Pool);
    private event EventHandler<NotificationArgs>? Notified;

    private DataValueChange[]? _changes; // lets them escape, so that they are created on the heap
    private long _handled;

    public DispatchBenchmarks() => Notified += (_, args) => _handled += args.ClientHandle;

    [Benchmark(Baseline = true), BenchmarkCategory("arrays of 20 changes")]
    [Row("OPCUA-dispatch-arrays", Role.Before), Row("OPCUA-dispatch-arrays", Role.Published)]
    public long ArrayNew() => Fill(_changes = new DataValueChange[20]);

    [Benchmark, BenchmarkCategory("arrays of 20 changes"), Row("OPCUA-dispatch-arrays", Role.Ours)]
    public long ArrayScope()
    {
        using PooledScope scope = PooledScope.Begin();
        return Fill(scope.RentArray<DataValueChange>(20).Span);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("event args"), Row("OPCREP-event-args", Role.Before)]
    public long ArgsNew()
    {
        for (uint i = 0; i < Operations; i++)
            Raise(new NotificationArgs(), i);

        return _handled;
    }

    /// <summary>As published: one object for each thread. A handler that keeps it sees it change. Nothing is reset.</summary>
    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("event args"), Row("OPCREP-event-args", Role.Published)]
    public long ArgsPerThread()
    {
        for (uint i = 0; i < Operations; i++)
            Raise(s_args.Value!, i);

        return _handled;
    }

    /// <summary>Each notification has its own object until the message is handled. The objects stay with the message, and are
    /// reset.</summary>
    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("event args"), Row("OPCREP-event-args", Role.Ours)]
    public long ArgsList()
    {
        for (uint i = 0; i < Operations; i++)
            Raise(_args.Add(), i);

        _args.Clear();
        return _handled;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("update objects"), Row("OPCREP-update-objects", Role.Before)]
    public long UpdateNew()
    {
        for (int i = 0; i < _updates.Length; i++)
            _updates[i] = new UpdateObject((uint)i, default, i, default, null);

        long sum = 0;
        foreach (UpdateObject update in _updates)
            sum += update.TagId;

        Array.Clear(_updates);
        return sum;
    }

    /// <summary>As recommended: structs in an array of the shared pool, which is cleared when it is returned, because they contain
    /// references.</summary>
    [Benchmark, BenchmarkCategory("update objects"), Row("OPCREP-update-objects", Role.Published)]
    public long UpdateArrayPool()
    {
        Update[] updates = ArrayPool<Update>.Shared.Rent(Operations);
        long sum = Fill(updates.AsSpan(0, Operations));
        ArrayPool<Update>.Shared.Return(updates, clearArray: true);
        return sum;
    }

    [Benchmark, BenchmarkCategory("update objects"), Row("OPCREP-update-objects", Role.Ours)]
    public long UpdateScope()
    {
        using PooledScope scope = PooledScope.Begin();
        return Fill(scope.RentArray<Update>(Operations).Span);
    }

    private void Raise(NotificationArgs args, uint handle)
    {
        (args.ClientHandle, args.Value, args.Item, args.Subscription) = (handle, handle, this, this);
        Notified?.Invoke(this, args);
    }

    private long Fill(Span<DataValueChange> changes)
    {
        uint handle = 0;
        foreach (ref DataValueChange change in changes)
            change = new DataValueChange(handle++, _value);

        long sum = 0;
        foreach (ref readonly DataValueChange change in changes)
            sum += change.ClientHandle;

        return sum;
    }

    private static long Fill(Span<Update> updates)
    {
        for (int i = 0; i < updates.Length; i++)
            updates[i] = new Update((uint)i, default, i, default, null);

        long sum = 0;
        foreach (ref readonly Update update in updates)
            sum += update.TagId;

        return sum;
    }

    private readonly record struct DataValueChange(uint ClientHandle, DataValue Value);

    private readonly record struct Update(uint TagId, StatusCode StatusCode, double Value, DateTime Time, object? Source);

    private sealed record UpdateObject(uint TagId, StatusCode StatusCode, double Value, DateTime Time, object? Source);
}

/// <summary>The arguments of an event that is raised for each notification.</summary>
[PooledEncodeable]
public sealed partial class NotificationArgs : EventArgs
{
    internal uint ClientHandle;
    internal StatusCode StatusCode;
    internal double Value;
    internal object? Item;
    internal object? Subscription;
}
