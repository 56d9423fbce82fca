using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pooling.Telemetry;

/// <summary>A Prometheus server of this machine, with a folder and a port of its own.</summary>
internal sealed partial class PrometheusServer : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("pooling-prometheus-");
    private readonly Process _process;
    private readonly HttpClient _client = new();
    private readonly TaskCompletionSource<string> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private PrometheusServer(string program, int scrapedPort)
    {
        string configuration = Path.Combine(_folder.FullName, "prometheus.yml");
        File.WriteAllText(configuration, $"""
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: shop
                static_configs:
                  - targets: ["localhost:{scrapedPort}"]
            """);
        _process = Process.Start(new ProcessStartInfo(program,
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={_folder.FullName}", "--web.listen-address=127.0.0.1:0",
        ])
        { RedirectStandardError = true })!;
        _process.ErrorDataReceived += (_, line) => Observe(line.Data);
        _process.BeginErrorReadLine();
    }

    /// <summary>The path of the program, or <see langword="null"/> if it is not installed.</summary>
    internal static string? Installed { get; } = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Select(static folder => Path.Combine(folder, OperatingSystem.IsWindows() ? "prometheus.exe" : "prometheus"))
        .FirstOrDefault(File.Exists);

    /// <summary>Starts the server, and waits until it answers.</summary>
    internal static async Task<PrometheusServer> StartAsync(string program, int scrapedPort)
    {
        var server = new PrometheusServer(program, scrapedPort);
        server._client.BaseAddress = new Uri($"http://{await server._address.Task.WaitAsync(Wait.Limit)}/api/v1/");
        return server;
    }

    /// <summary>Returns what a query answers: a sample for each series.</summary>
    internal async Task<JsonElement[]> QueryAsync(string query) =>
        [.. (await GetAsync($"query?query={Uri.EscapeDataString(query)}")).GetProperty("result").EnumerateArray()];

    /// <summary>Returns the values that a label has.</summary>
    internal async Task<string[]> ValuesAsync(string series, string label)
    {
        JsonElement values = await GetAsync($"label/{label}/values?match[]={Uri.EscapeDataString(series)}");
        return [.. values.EnumerateArray().Select(static value => value.GetString()!)];
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
        _folder.Delete(recursive: true);
    }

    private async Task<JsonElement> GetAsync(string address)
    {
        using HttpResponseMessage response = await _client.GetAsync(address);
        string body = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, $"{address}: {body}");
        return JsonDocument.Parse(body).RootElement.GetProperty("data");
    }

    // Port 0 is any free one; the log names it.
    private void Observe(string? line)
    {
        if (line is null)
            _address.TrySetException(new InvalidOperationException("Prometheus has ended."));
        else if (AddressPattern().Match(line) is { Success: true } match)
            _address.TrySetResult(match.Groups["address"].Value);
    }

    [GeneratedRegex(@"msg=""Listening on"".* address=(?<address>[\d.:]+)")]
    private static partial Regex AddressPattern();
}
