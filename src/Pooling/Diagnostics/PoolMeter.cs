using System.Diagnostics.Metrics;

namespace Pooling.Diagnostics;

/// <summary>Publishes the meter <c>Pooling</c>: what all pools of the process report, by name.</summary>
/// <remarks>
/// <para>Pools are read when a listener asks, and do nothing for it otherwise. There is one meter, because a meter is
/// never collected.</para>
/// <para>Thread safety: listeners may ask on any thread.</para>
/// </remarks>
internal sealed class PoolMeter
{
    internal const string Name = "Pooling";

    /// <summary>The name of the instrument that is created last. For tests, which wait for it.</summary>
    internal const string LastInstrument = "pooling.leaks";

    private const string PoolName = "pooling.pool.name";
    private const string ItemState = "pooling.item.state";
    private const string Reason = "pooling.drop.reason";
    private readonly Lock _gate = new();
    private readonly PoolNames _names = new();
    private readonly Func<bool, List<PoolReading>> _read;

    /// <param name="meter">The meter to create the instruments on.</param>
    /// <param name="read">A function that reads all pools, with their bytes or without.</param>
    internal PoolMeter(Meter meter, Func<bool, List<PoolReading>> read)
    {
        _read = read;
        meter.CreateObservableUpDownCounter(
            "pooling.item.count", () =>
                Measure(AddItems), "{item}", "The number of items that the pool keeps or that are in use.");
        meter.CreateObservableUpDownCounter(
            "pooling.item.idle.max", () => Measure(static pools => pools.Live.MaxRetained), "{item}",
            "The maximum number of idle items that all threads share.");
        meter.CreateObservableGauge(
            "pooling.item.idle.thread.max", () => Measure(static pools => pools.Live.MaxRetainedPerThread), "{item}",
            "The maximum number of idle items that each thread keeps beside those.");
        meter.CreateObservableUpDownCounter(
            "pooling.memory.retained", () => Measure(static pools => pools.Live.RetainedBytes, withBytes: true), "By",
            "The bytes of the arrays that idle items keep.");
        meter.CreateObservableUpDownCounter(
            "pooling.memory.max", () => Measure(static pools => pools.Live.MaxBytes), "By",
            "The maximum number of bytes that idle items keep.");
        meter.CreateObservableCounter(
            "pooling.rentals", () => Measure(static pools => pools.Rentals), "{rental}", "The number of rentals.");
        meter.CreateObservableCounter(
            "pooling.item.created", () =>
                Measure(static pools => pools.Created), "{item}", "The number of items created.");
        meter.CreateObservableCounter(
            "pooling.item.created_above_max", () => Measure(static pools => pools.CreatedAboveMax), "{item}",
            "The number of items created while more existed than the pool keeps: if it grows, the pool is too small, "
            + "or its rentals do not end.");
        meter.CreateObservableCounter(
            "pooling.item.dropped", () =>
                Measure(AddDropped), "{item}", "The number of items that the pool did not keep.");
        meter.CreateObservableCounter(
            "pooling.refused_returns", () => Measure(static pools => pools.RefusedReturns), "{return}",
            "The number of returns that had no effect because the rental had already ended.");
        meter.CreateObservableCounter(
            LastInstrument, () => Measure(static pools => pools.Leaks), "{leak}",
            "The number of tracked rentals that the garbage collector found and that were never returned.");
    }

    private List<Measurement<long>> Measure(Func<NamedPools, long> value, bool withBytes = false) =>
        Measure(
            (pools, measurements) => measurements.Add(
                new(value(pools), new KeyValuePair<string, object?>(PoolName, pools.Name))),
            withBytes);

    private List<Measurement<long>> Measure(Action<NamedPools, List<Measurement<long>>> add, bool withBytes = false)
    {
        List<PoolReading> readings = _read(withBytes);
        var measurements = new List<Measurement<long>>();
        using (LockHold.Of(_gate))
        {
            foreach (NamedPools pools in _names.Sum(readings))
                add(pools, measurements);
        }

        return measurements;
    }

    private static void AddItems(NamedPools pools, List<Measurement<long>> measurements)
    {
        measurements.Add(Of(pools, pools.Live.Idle, ItemState, "idle"));
        measurements.Add(Of(pools, pools.Live.Used, ItemState, "used"));
    }

    private static void AddDropped(NamedPools pools, List<Measurement<long>> measurements)
    {
        DropCounts dropped = pools.Dropped;
        measurements.Add(Of(pools, dropped.Limit, Reason, "limit"));
        measurements.Add(Of(pools, dropped.Trim, Reason, "trim"));
        measurements.Add(Of(pools, dropped.Failed, Reason, "failed"));
        measurements.Add(Of(pools, dropped.Disposed, Reason, "disposed"));
        measurements.Add(Of(pools, dropped.Exhausted, Reason, "exhausted"));
    }

    private static Measurement<long> Of(NamedPools pools, long value, string attribute, string kind) => new(
        value, new KeyValuePair<string, object?>(PoolName, pools.Name), new KeyValuePair<string, object?>(
            attribute, kind));
}
