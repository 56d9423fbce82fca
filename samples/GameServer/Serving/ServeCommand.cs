using System.Globalization;
using System.Net.Sockets;
using System.Text.Json;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Serving;

/// <summary>Serves players until it is interrupted, and tells each second what it did.</summary>
/// <param name="output">Where it tells.</param>
/// <param name="input">Where it is told, if it is controlled.</param>
/// <param name="create">Makes the server.</param>
internal sealed class ServeCommand(TextWriter output, TextReader input, Func<ServerKind, ServerLimits, IGameServer> create)
{
    /// <summary>What stands before the address in the line that says where the server listens.</summary>
    public const string Announcement = "listening on ";

    /// <summary>A line of the standard input of a controlled server: what comes after it is what the report is about.</summary>
    public const string Mark = "mark";

    /// <summary>A line of the standard input of a controlled server: it is answered with <see cref="ReportLine"/>
    /// and the figures as JSON.</summary>
    public const string Report = "report";

    public const string ReportLine = "report ";

    /// <summary>A line of the standard input of a controlled server: it is answered with <see cref="CensusLine"/>
    /// and what is alive as JSON.</summary>
    public const string Census = "census";

    public const string CensusLine = "census ";

    private readonly Lock _lock = new();
    private ServerReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it, as it is meant to end.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ServeOptions options, CancellationToken cancellationToken)
    {
        GameHost host;
        try
        {
            host = GameHost.Start(create(options.Mode, options.Limits), options.Port);
        }
        catch (SocketException exception)
        {
            throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                $"cannot listen on port {options.Port}: {exception.Message}"));
        }

        await using (host.ConfigureAwait(false))
        {
            Write($"{Announcement}{host.EndPoint}");
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task control = options.IsControlled ? Control(host, ending) : Task.CompletedTask;
            await Watch(host, options, ending.Token).ConfigureAwait(false);
            if (options.IsControlled && !cancellationToken.IsCancellationRequested && !host.Loop.HasFailed)
                await control.ConfigureAwait(false);

            await host.Stop().ConfigureAwait(false);
        }

        return ExitCode.Success;
    }

    private async Task Watch(GameHost host, ServeOptions options, CancellationToken cancellationToken)
    {
        var table = new LiveTable(Write);
        ServerReading last = ServerReading.Of(host);
        _marked ??= last;
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1));
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false) && !host.Loop.HasFailed)
            {
                using var scope = new AllocationScope(host.Server.Counters, AllocationKind.Reports);
                ServerReading now = ServerReading.Of(host);
                ServerFigures figures = ServerFigures.Between(last, now);
                last = now;
                if (options.Json)
                    Write(JsonSerializer.Serialize(figures, FiguresJson.Options));
                else
                    table.Add(figures);
            }
        }
        catch (OperationCanceledException)
        {
            // This is how it ends.
        }
    }

    private Task Control(GameHost host, CancellationTokenSource ending) => Task.Run(() =>
    {
        while (input.ReadLine() is { } line)
        {
            using var scope = new AllocationScope(host.Server.Counters, AllocationKind.Reports);
            if (line == Mark)
            {
                _marked = ServerReading.Of(host);
            }
            else if (line == Report)
            {
                Write(ReportLine + JsonSerializer.Serialize(ServerFigures.Between(_marked!, ServerReading.Of(host)), FiguresJson.Options));
            }
            else if (line == Census)
            {
                Write(CensusLine + JsonSerializer.Serialize(ServerCensus.Take(host.Server), FiguresJson.Options));
            }
        }

        ending.Cancel();
    });

    private void Write(string line)
    {
        lock (_lock)
        {
            output.WriteLine(line);
            output.Flush();
        }
    }
}
