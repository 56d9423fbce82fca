using System.Globalization;

namespace Pooling.Telemetry;

/// <summary>Listens to the meter and the events of another process, and compares them with the page that lists them.</summary>
public sealed class OtherProcessTests
{
    private const string Pool = "frames";

    private static readonly Dictionary<string, string> s_kinds = new()
    {
        ["counter"] = "CounterRateValuePublished",
        ["up-down counter"] = "UpDownCounterRateValuePublished",
        ["gauge"] = "GaugeValuePublished",
    };

    private static readonly Dictionary<string, Func<ReceivedEvent, bool>> s_payloads = new()
    {
        ["LimitReached"] = static one => one["maxRetained"] is (long)Workload.MaxRetained,
        ["PoolTrimmed"] = static one => one["dropped"] is (long)Workload.MaxRetained,
        ["PoolDisposed"] = static one => one["used"] is 0L,
        ["PoolCreated"] = static one => one["maxRetained"] is > 0 && one["maxRetainedPerThread"] is > 0,
    };

    [Fact]
    public async Task Measurements_OfAnotherProcess_AreThoseOfThePageAndAboveZero()
    {
        using TargetProcess target = await TargetProcess.StartAsync(Pool);
        await target.RunAsync();
        await using DiagnosticsSession session = await DiagnosticsSession.StartAsync(
            target, "System.Diagnostics.Metrics", keywords: 0x3, new Dictionary<string, string>
            {
                ["SessionId"] = "SHARED",
                ["ClientId"] = Guid.NewGuid().ToString(),
                ["Metrics"] = "Pooling",
                ["RefreshInterval"] = "1",
                ["MaxTimeSeries"] = "1000",
                ["MaxHistograms"] = "10",
            });
        await Wait.UntilAsync(
            () => Task.FromResult(MetricsPage.SeriesOf(Pool).All(series => session.Events.Count(one => SeriesOf(one) == series) >= 2)),
            () => string.Join('\n', MetricsPage.SeriesOf(Pool).Except(session.Events.Select(SeriesOf))));

        Assert.DoesNotContain(session.Events, static one => one.Name.Contains("Error", StringComparison.Ordinal));
        Assert.Equal(MetricsPage.SeriesOf(Pool), session.Events.Select(SeriesOf).OfType<string>().Distinct().Order(StringComparer.Ordinal));
        foreach (DocumentedMetric metric in MetricsPage.Metrics)
        {
            foreach (string series in metric.SeriesOf(Pool))
            {
                ReceivedEvent[] received = [.. session.Events.Where(one => SeriesOf(one) == series)];
                Assert.All(received, one => Assert.Equal((s_kinds[metric.Kind], metric.Unit), (one.Name, (string)one["unit"])));
                Assert.All(received, one => Assert.True(ValueOf(one) > 0 || DocumentedMetric.IsRare(series), series));
                if (metric.Kind != "gauge")
                    Assert.Equal(("", "0"), ((string)received[0]["rate"], (string)received[1]["rate"])); // nothing has happened in between
            }
        }
    }

    [Fact]
    public async Task Events_OfAnotherProcess_AreThoseOfThePage()
    {
        using TargetProcess target = await TargetProcess.StartAsync(Pool);
        await using DiagnosticsSession session = await DiagnosticsSession.StartAsync(target, "Pooling");
        string[] missing = [];
        await Wait.UntilAsync(
            async () =>
            {
                await target.RunAsync(); // its first pool has started the source on another thread
                IEnumerable<string> received = session.Events.Where(IsExpected).Select(static one => one.Name);
                missing =
                    [.. MetricsPage.Events.Select(static row => row.Name).Union(s_payloads.Keys).Except(received)];
                return missing is [];
            },
            () => string.Join('\n', missing));

        foreach (ReceivedEvent one in session.Events)
        {
            DocumentedEvent row = Assert.Single(MetricsPage.Events, row => row.Name == one.Name);
            Assert.Equal(row.Level, one.Level);
            Assert.Equal(row.Payload, one.PayloadNames);
            Assert.Equal(Pool, one["pool"]);
        }
    }

    private static bool IsExpected(ReceivedEvent received) =>
        !s_payloads.TryGetValue(received.Name, out Func<ReceivedEvent, bool>? isExpected) || isExpected(received);

    /// <summary>Returns the instrument and the attributes, or nothing if the event is no measurement.</summary>
    private static string? SeriesOf(ReceivedEvent received) =>
        s_kinds.ContainsValue(received.Name) ? $"{received["instrumentName"]} {received["tags"]}" : null;

    private static double ValueOf(ReceivedEvent received) => double.Parse(
        (string)received[received.Name == "GaugeValuePublished" ? "lastValue" : "value"], CultureInfo.InvariantCulture);
}
