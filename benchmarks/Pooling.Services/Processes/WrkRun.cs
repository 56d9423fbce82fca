using System.Text.RegularExpressions;
using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>A run of a service over HTTP with as many requests as <c>wrk</c> sends: a load that is not ours.</summary>
internal static partial class WrkRun
{
    private const string Wrk = "/usr/bin/wrk";
    private const int Connections = 64;
    private const int WarmUp = 4; // seconds

    /// <summary>Gets a value that indicates whether <c>wrk</c> is installed.</summary>
    public static bool IsInstalled { get; } = File.Exists(Wrk);

    public static ServiceSetting Setting { get; } =
        new("saturation by wrk", IsSaturated: true, IsPinned: true, ServiceSetting.Saturation.Environment);

    /// <param name="service">The service, which has a request.</param>
    /// <param name="isPooled">Whether it is the pooled way.</param>
    /// <param name="seconds">The seconds of the measurement.</param>
    public static async Task<RunResult> RunAsync(ServiceCase service, bool isPooled, int seconds)
    {
        string[] request = service.Request!.Split(' ', 3);
        string script = Path.GetTempFileName();
        using var server = new ChildProcess(
            0, Setting.Environment, "serve", service.Name, isPooled ? "pooled" : "plain");
        try
        {
            if (request.Length > 2)
            {
                File.WriteAllText(
                    script,
                    $$"""
                    wrk.method = "{{request[0]}}"
                    wrk.body = [[{{request[2]}}]]
                    wrk.headers["Content-Type"] = "application/json"
                    """);
            }

            string url = $"http://{await server.ReadAsync()}{request[1]}";
            await SendAsync(url, script, WarmUp);
            await server.AskAsync<Snapshot>(); // as in ServiceRun
            var before = await server.AskAsync<Snapshot>();
            Match report = ReportPattern().Match(await SendAsync(url, script, seconds));
            var after = await server.AskAsync<Snapshot>();
            if (!report.Success)
                throw new InvalidDataException("wrk reports failed requests, or none.");

            double p50 = MicrosecondsOf(report.Groups["p50"].Value), p99 = MicrosecondsOf(report.Groups["p99"].Value);
            var load = new LoadResult(
                long.Parse(report.Groups["requests"].Value), MicrosecondsOf(report.Groups["time"].Value) / 1e6,
                p50, p99, P999: 0, Max: 0); // it has no others
            return RunResult.Of(service, "", load, before, after);
        }
        finally
        {
            File.Delete(script);
        }
    }

    private static async Task<string> SendAsync(string url, string script, int seconds)
    {
        List<string> words = ChildProcess.Pinned(
            1,
            [
                Wrk, "--threads", "1", "--connections", $"{Connections}", "--duration", $"{seconds}s", "--latency",
                "--script", script, url,
            ]);
        using Process process = Process.Start(
            new ProcessStartInfo(words[0], words[1..]) { RedirectStandardOutput = true })!;
        string report = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return report;
    }

    /// <summary>Reads a time like 1.79ms.</summary>
    private static double MicrosecondsOf(string time)
    {
        double number = double.Parse(time.TrimEnd('u', 'm', 's'));
        return time.EndsWith("us", StringComparison.Ordinal) ? number
            : time.EndsWith("ms", StringComparison.Ordinal) ? number * 1e3
            : number * 1e6;
    }

    [GeneratedRegex(
        @"^\s+50%\s+(?<p50>\S+)$.*^\s+99%\s+(?<p99>\S+)$\s+(?<requests>\d+) requests in (?<time>\S+), \S+ read\n"
        + "(?!.*(Socket errors|Non-2xx))",
        RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex ReportPattern();
}
