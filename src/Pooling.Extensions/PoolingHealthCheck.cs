using System.Diagnostics.Metrics;
using System.Globalization;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Pooling.Extensions;

/// <summary>Reads the meter of the pools, and reports those that are too small or whose rentals do not end.</summary>
internal sealed class PoolingHealthCheck : IHealthCheck, IDisposable
{
    private const string MeterName = "Pooling";
    private const string CreatedAboveMax = "pooling.item.created_above_max";
    private const string Leaks = "pooling.leaks";
    private const string PoolName = "pooling.pool.name";

    private readonly TimeSpan _window;
    private readonly long _maxCreatedAboveMax;
    private readonly long _maxLeaks;
    private readonly TimeProvider _clock;
    private readonly long _start;
    private readonly object _gate = new();
    // guarded by the gate, as all below
    private readonly Dictionary<(string Pool, string Instrument), GrowthWindow> _windows = [];
    private readonly Dictionary<(string Pool, string Instrument), long> _totals = [];
    private readonly MeterListener _listener = new();

    internal PoolingHealthCheck(PoolingHealthCheckOptions options, TimeProvider clock)
    {
        (_window, _clock) = (options.Window, clock);
        (_maxCreatedAboveMax, _maxLeaks) = (options.MaxCreatedAboveMax, options.MaxLeaks);
        _start = clock.GetTimestamp();
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name is MeterName && instrument.Name is CreatedAboveMax or Leaks)
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, total, tags, _) => Take(instrument.Name, total, tags));
        // without it, .NET 8 keeps a disposed listener subscribed
        _listener.MeasurementsCompleted = static (_, _) => { };
        _listener.Start();
    }

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(
        HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        TimeSpan now = _clock.GetElapsedTime(_start); // the user's code: without the lock
        lock (_gate)
            return Task.FromResult(Check(now, context.Registration.FailureStatus));
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private HealthCheckResult Check(TimeSpan now, HealthStatus failureStatus)
    {
        _totals.Clear();
        _listener.RecordObservableInstruments();
        List<string> reasons = [];
        Dictionary<string, object> data = [];
        foreach (((string Pool, string Instrument) key, long total) in _totals.OrderBy(static total => total.Key))
        {
            if (!_windows.TryGetValue(key, out GrowthWindow? window))
                _windows.Add(key, window = new GrowthWindow(_window));

            long growth = window.Add(now, total);
            bool isLeak = key.Instrument == Leaks;
            if (growth <= (isLeak ? _maxLeaks : _maxCreatedAboveMax))
                continue;

            reasons.Add(isLeak ? Lost(key.Pool, growth) : TooSmall(key.Pool, growth));
            data.Add($"{key.Instrument} of {key.Pool}", growth);
        }

        return reasons is []
            ? HealthCheckResult.Healthy()
            : new HealthCheckResult(failureStatus, string.Join(' ', reasons), data: data);
    }

    // Called on the thread that records, which holds the gate. Several measurements of one name add up.
    private void Take(string instrument, long total, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (KeyValuePair<string, object?> tag in tags)
        {
            if (tag is not { Key: PoolName, Value: string pool })
                continue;

            _totals[(pool, instrument)] = _totals.GetValueOrDefault((pool, instrument)) + total;
        }
    }

    private string TooSmall(string pool, long items) => string.Create(CultureInfo.InvariantCulture,
        $"Pool '{pool}' is too small, or its rentals do not end: {items:N0} items created above it in the last "
        + $"{_window}. Increase its MaxRetained, or dispose its leases.");

    private string Lost(string pool, long rentals) => string.Create(CultureInfo.InvariantCulture,
        $"Pool '{pool}' lost {rentals:N0} tracked rentals in the last {_window}: "
        + $"PoolingDiagnostics.GetLeaks() tells where.");
}
