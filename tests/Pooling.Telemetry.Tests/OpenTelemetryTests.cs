using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Pooling.Telemetry;

/// <summary>Reads the meter through OpenTelemetry, and compares it with the page that lists the metrics.</summary>
public sealed class OpenTelemetryTests
{
    private static readonly Dictionary<MetricType, string> s_kinds = new()
    {
        [MetricType.LongSum] = "counter",
        [MetricType.LongSumNonMonotonic] = "up-down counter",
        [MetricType.LongGauge] = "gauge",
    };

    [Fact]
    public void Instruments_OfTheMeter_AreThoseOfThePage()
    {
        using var workload = new Workload(nameof(OpenTelemetryTests));

        Assert.Equal(
            MetricsPage.Metrics.Select(static metric => (metric.Name, metric.Kind, metric.Unit)).Order(),
            Collect().Select(static metric => (metric.Name, s_kinds[metric.MetricType], metric.Unit)).Order());
    }

    [Fact]
    public void Measurements_OfAPoolThatReachesItsLimits_AreThoseOfThePageAndAboveZero()
    {
        string pool = $"{nameof(OpenTelemetryTests)} {Guid.NewGuid()}";
        using var workload = new Workload(pool);
        workload.Misuse();
        workload.Run();

        Dictionary<string, long> measured = MeasurementsOf(pool);

        Assert.Equal(MetricsPage.SeriesOf(pool), measured.Keys.Order(StringComparer.Ordinal));
        Assert.DoesNotContain(measured, static one => one.Value <= 0 && !DocumentedMetric.IsRare(one.Key));
    }

    [Fact]
    public void Measurements_OfDisposedPools_KeepTheTotalsOnly()
    {
        string pool = $"{nameof(OpenTelemetryTests)} {Guid.NewGuid()}";
        var workload = new Workload(pool);
        workload.Misuse();
        workload.Run();
        Dictionary<string, long> before = MeasurementsOf(pool);
        workload.Dispose();

        Dictionary<string, long> after = MeasurementsOf(pool);
        Assert.Equal(MetricsPage.SeriesOf(pool), after.Keys.Order(StringComparer.Ordinal));
        foreach (DocumentedMetric metric in MetricsPage.Metrics)
        {
            foreach (string series in metric.SeriesOf(pool))
                Assert.InRange(after[series], metric.Kind == "counter" ? before[series] : 0, metric.Kind == "counter" ? long.MaxValue : 0);
        }
    }

    private static Dictionary<string, long> MeasurementsOf(string pool)
    {
        var measured = new Dictionary<string, long>();
        foreach (MetricSnapshot metric in Collect())
        {
            foreach (MetricPoint point in metric.MetricPoints)
            {
                var attributes = new Dictionary<string, object?>();
                foreach (KeyValuePair<string, object?> attribute in point.Tags)
                    attributes.Add(attribute.Key, attribute.Value);

                if (Equals(attributes[DocumentedMetric.PoolName], pool))
                    measured.Add(DocumentedMetric.SeriesOf(metric.Name, attributes), ValueOf(metric, point));
            }
        }

        return measured;
    }

    private static long ValueOf(MetricSnapshot metric, MetricPoint point) =>
        metric.MetricType == MetricType.LongGauge ? point.GetGaugeLastValueLong() : point.GetSumLong();

    private static List<MetricSnapshot> Collect()
    {
        var metrics = new List<MetricSnapshot>();
        using MeterProvider provider = Sdk.CreateMeterProviderBuilder().AddMeter("Pooling").AddInMemoryExporter(metrics).Build();
        // the first pool starts the meter on another thread
        Wait.Until(() => Collects(provider, metrics), "a measurement of every instrument");
        return [.. metrics]; // the provider exports once more at its end
    }

    private static bool Collects(MeterProvider provider, List<MetricSnapshot> metrics)
    {
        metrics.Clear();
        Assert.True(provider.ForceFlush());
        return metrics.Count >= MetricsPage.Metrics.Count;
    }
}
