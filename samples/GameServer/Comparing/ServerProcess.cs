using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Serving;

namespace Pooling.GameServer.Comparing;

/// <summary>A server in a process of its own, so that what it allocates and how it pauses is its own doing.</summary>
internal sealed class ServerProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task _reading;
    private readonly TaskCompletionSource<IPEndPoint> _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile TaskCompletionSource<ServerFigures>? _report;
    private volatile TaskCompletionSource<ServerCensus>? _census;

    private ServerProcess(Process process, Action<ServerFigures> onSecond)
    {
        _process = process;
        _reading = Read(onSecond);
    }

    /// <summary>Starts a server.</summary>
    /// <param name="mode">Which.</param>
    /// <param name="onSecond">Is told each second what it did.</param>
    public static ServerProcess Start(ServerKind mode, Action<ServerFigures> onSecond)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (string argument in (string[])["exec", typeof(ServerProcess).Assembly.Location, "serve", "--mode",
            mode == ServerKind.Stock ? "stock" : "pooled", "--clients", "20000", "--per-address", "20000", "--handshakes", "2000", "--port",
            "0", "--json", "--controlled"])
        {
            start.ArgumentList.Add(argument);
        }

        return new ServerProcess(Process.Start(start)!, onSecond);
    }

    /// <summary>Waits until it listens.</summary>
    public Task<IPEndPoint> Listening(CancellationToken cancellationToken) =>
        _listening.Task.WaitAsync(TimeSpan.FromSeconds(60), cancellationToken);

    /// <summary>Lets the report begin now.</summary>
    public Task Mark() => Tell(ServeCommand.Mark);

    /// <summary>Asks what it did since the mark.</summary>
    public async Task<ServerFigures> Report(CancellationToken cancellationToken)
    {
        var report = new TaskCompletionSource<ServerFigures>(TaskCreationOptions.RunContinuationsAsynchronously);
        _report = report;
        await Tell(ServeCommand.Report).ConfigureAwait(false);
        return await report.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Asks what is alive, after a collection of all garbage.</summary>
    public async Task<ServerCensus> Census(CancellationToken cancellationToken)
    {
        var census = new TaskCompletionSource<ServerCensus>(TaskCreationOptions.RunContinuationsAsynchronously);
        _census = census;
        await Tell(ServeCommand.Census).ConfigureAwait(false);
        return await census.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Ends the server and waits for it.</summary>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using (var patience = new CancellationTokenSource(TimeSpan.FromSeconds(10)))
        {
            try
            {
                await _process.WaitForExitAsync(patience.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                _process.Kill();
            }
        }

        await _reading.ConfigureAwait(false);
        _process.Dispose();
    }

    private async Task Tell(string line)
    {
        await _process.StandardInput.WriteLineAsync(line).ConfigureAwait(false);
        await _process.StandardInput.FlushAsync().ConfigureAwait(false);
    }

    private async Task Read(Action<ServerFigures> onSecond)
    {
        while (await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            if (line.StartsWith(ServeCommand.Announcement, StringComparison.Ordinal))
            {
                _listening.TrySetResult(IPEndPoint.Parse(line[ServeCommand.Announcement.Length..]));
            }
            else if (line.StartsWith(ServeCommand.ReportLine, StringComparison.Ordinal))
            {
                _report?.TrySetResult(JsonSerializer.Deserialize<ServerFigures>(line[ServeCommand.ReportLine.Length..],
                    FiguresJson.Options)!);
            }
            else if (line.StartsWith(ServeCommand.CensusLine, StringComparison.Ordinal))
            {
                _census?.TrySetResult(JsonSerializer.Deserialize<ServerCensus>(line[ServeCommand.CensusLine.Length..],
                    FiguresJson.Options)!);
            }
            else if (line.StartsWith('{'))
            {
                onSecond(JsonSerializer.Deserialize<ServerFigures>(line, FiguresJson.Options)!);
            }
        }

        var ended = new IOException("The server ended.");
        _listening.TrySetException(ended);
        _report?.TrySetException(ended);
        _census?.TrySetException(ended);
    }
}
