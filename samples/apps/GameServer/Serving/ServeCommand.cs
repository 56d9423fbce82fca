using System.Net.Sockets;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Serving;

/// <summary>Serves players until it is interrupted, and reports its figures each second.</summary>
/// <param name="streams">The streams for reports and, if the server is controlled, for commands.</param>
/// <param name="create">Creates the server.</param>
internal sealed class ServeCommand(SampleStreams streams, Func<ServerKind, ServerLimits, IGameServer> create)
{
    /// <summary>Starts the measurement of a controlled server.</summary>
    public const string Mark = "mark";

    /// <summary>Asks a controlled server for <see cref="ServerFigures"/>.</summary>
    public const string Report = "report";

    /// <summary>Asks a controlled server for a <see cref="ServerCensus"/>.</summary>
    public const string Census = "census";

    private readonly ProcessMeter _meter = new();
    private ServerReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that stops it.</param>
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
            throw SampleStreams.CannotListen(options.Port, exception);
        }

        await using (host.ConfigureAwait(false))
        {
            streams.WriteLine($"{ServerProcess.Announcement}{host.EndPoint}");
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task control = options.IsControlled ? Control(host, ending) : Task.CompletedTask;
            await Watch(host, options, ending.Token).ConfigureAwait(false);
            if (options.IsControlled && !cancellationToken.IsCancellationRequested && !host.Loop.HasFailed)
                await control.ConfigureAwait(false);

            await host.Stop().ConfigureAwait(false);
        }

        return ExitCode.Success;
    }

    private Task Watch(GameHost host, ServeOptions options, CancellationToken cancellationToken)
    {
        LiveTable<ServerFigures> table = FiguresTable.Create(streams.WriteLine, SampleConsole.FormatOf(streams.Output, options.Json));
        ServerReading last = Read(host);
        _marked ??= last;
        Action report = () =>
        {
            ServerReading now = Read(host);
            table.Add(ServerFigures.Between(last, now));
            last = now;
        };
        return EachSecond.Run(
            () =>
            {
                if (host.Loop.HasFailed)
                    return false;

                _meter.Exclude(report);
                return true;
            },
            cancellationToken);
    }

    private async Task Control(GameHost host, CancellationTokenSource ending)
    {
        var answers = new Dictionary<string, Func<object?>>
        {
            [Mark] = () =>
            {
                _marked = Read(host);
                return null;
            },
            [Report] = () => ServerFigures.Between(_marked!, Read(host)),
            [Census] = () => ServerCensus.Take(host.Server),
        };
        await new ControlInput(streams, answers) { Around = _meter.Exclude }.Run().ConfigureAwait(false);
        await ending.CancelAsync().ConfigureAwait(false);
    }

    private ServerReading Read(GameHost host) => ServerReading.Of(host, _meter);
}
