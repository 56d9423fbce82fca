using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>What is made after decoding: the array that a callback gets, the arguments of an event,
/// the update that an application queues.</summary>
public class DispatchBenchmarks
{
    private const int Operations = 1_000;
    private const int Changes = 20;

    [ThreadStatic]
    private static NotificationArgs? t_args;

    private readonly DataValue _value = new(21.5, default, new DateTime(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc));
    private readonly PublishedUpdate?[] _updates = new PublishedUpdate?[Operations];
    private readonly TagUpdate[] _pooledUpdates = new TagUpdate[Operations];
    private readonly PublishedPool<PublishedUpdate> _published = new(static () => new PublishedUpdate());
    private event EventHandler<NotificationArgs>? Notified;

    private object? _last;
    private long _handled;

    public DispatchBenchmarks() => Notified += (_, args) => _handled += args.ClientHandle;

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("arrays of 20 changes")]
    [Row("OPCUA-dispatch-arrays", Role.Before)]
    [Row("OPCUA-dispatch-arrays", Role.Published)]
    public long ArrayNew()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i += Changes)
        {
            var changes = new DataValueChange[Changes];
            sum += FillChanges(changes, i);
            _last = changes;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("arrays of 20 changes")]
    [Row("OPCUA-dispatch-arrays", Role.Ours)]
    public long ArrayScope()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i += Changes)
        {
            using PooledScope scope = PooledScope.Begin();
            PooledArray<DataValueChange> changes = scope.RentArray<DataValueChange>(Changes);
            sum += FillChanges(changes.Span, i);
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("event args")]
    [Row("OPCREP-event-args", Role.Before)]
    public long ArgsNew()
    {
        _handled = 0;
        for (uint i = 0; i < Operations; i++)
            Notified?.Invoke(this, new NotificationArgs { ClientHandle = i, Value = i, Item = this, Subscription = this });

        return _handled;
    }

    /// <summary>As published: one object for each thread, set anew for each notification. A handler that keeps it sees it change.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("event args")]
    [Row("OPCREP-event-args", Role.Published)]
    public long ArgsPerThread()
    {
        _handled = 0;
        for (uint i = 0; i < Operations; i++)
        {
            NotificationArgs args = t_args ??= new NotificationArgs();
            args.ClientHandle = i;
            args.Value = i;
            args.Item = this;
            args.Subscription = this;
            Notified?.Invoke(this, args);
            args.Clear();
        }

        return _handled;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("event args")]
    [Row("OPCREP-event-args", Role.Ours)]
    public long ArgsScope()
    {
        _handled = 0;
        using PooledScope scope = PooledScope.Begin();
        for (uint i = 0; i < Operations; i++)
        {
            NotificationArgs args = scope.Rent(NotificationArgs.Pool);
            args.ClientHandle = i;
            args.Value = i;
            args.Item = this;
            args.Subscription = this;
            Notified?.Invoke(this, args);
        }

        return _handled;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("update objects")]
    [Row("OPCREP-update-objects", Role.Before)]
    public long UpdateNew()
    {
        PublishedUpdate?[] updates = _updates;
        for (int i = 0; i < updates.Length; i++)
            updates[i] = new PublishedUpdate { TagId = (uint)i, Value = i };

        long sum = 0;
        foreach (PublishedUpdate? update in updates)
            sum += update!.TagId;

        Array.Clear(updates);
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("update objects")]
    [Row("OPCREP-update-objects", Role.Published)]
    public long UpdatePublished()
    {
        PublishedUpdate?[] updates = _updates;
        for (int i = 0; i < updates.Length; i++)
        {
            PublishedUpdate update = _published.Create();
            update.TagId = (uint)i;
            update.Value = i;
            updates[i] = update;
        }

        long sum = 0;
        foreach (PublishedUpdate? update in updates)
        {
            sum += update!.TagId;
            _published.Reuse(update);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("update objects")]
    [Row("OPCREP-update-objects", Role.Ours)]
    public long UpdateScope()
    {
        TagUpdate[] updates = _pooledUpdates;
        using PooledScope scope = PooledScope.Begin();
        for (int i = 0; i < updates.Length; i++)
        {
            TagUpdate update = scope.Rent(TagUpdate.Pool);
            update.TagId = (uint)i;
            update.Value = i;
            updates[i] = update;
        }

        long sum = 0;
        foreach (TagUpdate update in updates)
            sum += update.TagId;

        return sum;
    }

    private long FillChanges(Span<DataValueChange> changes, uint handle)
    {
        long sum = 0;
        foreach (ref DataValueChange change in changes)
            change = new DataValueChange(handle++, _value);

        foreach (ref readonly DataValueChange change in changes)
            sum += change.ClientHandle;

        return sum;
    }

    // An update with the published sentinel in place of a version.
    private sealed class PublishedUpdate : PublishedEncodeable
    {
        internal uint TagId { get; set; }

        internal StatusCode StatusCode { get; set; }

        internal double Value { get; set; }

        internal DateTime Time { get; set; }

        internal object? Source { get; set; }

        public override void Reset()
        {
            TagId = 0;
            StatusCode = default;
            Value = 0;
            Time = default;
            Source = null;
        }
    }
}
