using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Pooling.Telemetry;

/// <summary>Has a Prometheus server scrape the meter through OpenTelemetry's exporter, and asks it what the dashboard asks.</summary>
public sealed class PrometheusTests
{
    private static readonly string[] s_pools = [$"{nameof(PrometheusTests)} frames", $"{nameof(PrometheusTests)} (lines) of [log].*"];

    [Fact]
    public async Task Queries_OfTheDashboard_AnswerDataForEveryPool()
    {
        Assert.SkipUnless(PrometheusServer.Installed is not null, "prometheus is not installed; it is a package of Debian and Ubuntu.");
        Workload[] workloads = [.. s_pools.Select(static name => new Workload(name))];
        using MeterProvider provider = Export(out int port);
        using PrometheusServer server = await PrometheusServer.StartAsync(PrometheusServer.Installed!, port);

        Dictionary<string, string[]> values = [];
        foreach (DashboardVariable variable in Dashboard.Variables)
        {
            string series = variable.Series.Replace("$job", "shop", StringComparison.Ordinal);
            await Wait.UntilAsync(
                async () => (values[variable.Name] = await server.ValuesAsync(series, variable.Label)).Length > 0,
                () => $"values of {variable}");
        }

        Assert.Subset(values[Dashboard.Repeated].ToHashSet(), s_pools.ToHashSet());
        Assert.Equal(["shop"], values["job"]);
        string[] waiting = [.. s_pools.SelectMany(static pool => Dashboard.Queries.Select(query => Filled(query, pool)))];
        Assert.True(waiting.Length >= 2 * 8);
        await Wait.UntilAsync(
            async () =>
            {
                foreach (Workload workload in workloads)
                    workload.Misuse();

                foreach (Workload workload in workloads)
                    workload.Run();

                waiting = await UnansweredAsync(server, waiting);
                return waiting is [];
            },
            () => "an answer above zero to " + string.Join('\n', waiting));

        foreach (Workload workload in workloads)
            workload.Dispose();
    }

    private static string Filled(string query, string pool) => Dashboard.Variables
        .Aggregate(query, (text, variable) => variable.Fill(text, variable.Name == Dashboard.Repeated ? pool : "shop"))
        .Replace("$__rate_interval", "10s", StringComparison.Ordinal);

    /// <summary>Returns the queries that have no answer yet, or a sample that is not above zero.</summary>
    private static async Task<string[]> UnansweredAsync(PrometheusServer server, string[] queries)
    {
        List<string> unanswered = [];
        foreach (string query in queries)
        {
            JsonElement[] samples = await server.QueryAsync(query);
            if (samples is [] || samples.Any(static sample => ValueOf(sample) <= 0 && !IsRare(sample)))
                unanswered.Add(query);
        }

        return [.. unanswered];
    }

    // A million messages or more exhaust one item.
    private static bool IsRare(JsonElement sample) =>
        sample.GetProperty("metric").TryGetProperty("pooling_drop_reason", out JsonElement reason) && reason.GetString() == "exhausted";

    private static double ValueOf(JsonElement sample) =>
        double.Parse(sample.GetProperty("value")[1].GetString()!, CultureInfo.InvariantCulture);

    /// <summary>Starts OpenTelemetry's exporter. It takes no port 0, so this chooses one, and another one if somebody was faster.</summary>
    private static MeterProvider Export(out int port)
    {
        for (int attempt = 1; ; attempt++)
        {
            port = FreePort();
            int chosen = port;
            try
            {
                return Sdk.CreateMeterProviderBuilder()
                    .AddMeter("Pooling")
                    .AddPrometheusHttpListener(options => options.Port = chosen)
                    .Build();
            }
            catch (InvalidOperationException taken) when (taken.InnerException is HttpListenerException && attempt < 20)
            {
            }
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
