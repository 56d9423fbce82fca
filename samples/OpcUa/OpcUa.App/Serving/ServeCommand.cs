using System.Net.Sockets;
using OpcUa.App.Measuring;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>Serves variables that change until it is interrupted, and tells each second what it did.</summary>
internal sealed class ServeCommand(SampleStreams streams)
{
    /// <summary>What a server is asked first: what comes after it is what the report is about.</summary>
    public const string Mark = "mark";

    /// <summary>Asks a server for <see cref="ServerFigures"/>.</summary>
    public const string Report = "report";

    /// <summary>Asks a server to let its variables stay as they are.</summary>
    public const string Freeze = "freeze";

    /// <summary>Asks a server to let its variables change again.</summary>
    public const string Go = "go";

    private readonly ProcessMeter _meter = new();
    private ServerReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it, as it is meant to end.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ServeOptions options, CancellationToken cancellationToken)
    {
        OpcUaServer server = Start(options);
        await using (server.ConfigureAwait(false))
        {
            streams.WriteLine($"{ServerProcess.Announcement}{server.EndpointUrl}");
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            if (options.UntilEndOfInput)
                _ = Obey(server, ending);

            await Watch(server, options, ending.Token).ConfigureAwait(false);
        }

        return ExitCode.Success;
    }

    private static OpcUaServer Start(ServeOptions options)
    {
        try
        {
            return OpcUaServer.Start(new OpcUaServerOptions { Nodes = options.Nodes, Rate = options.Rate, Port = options.Port });
        }
        catch (SocketException exception)
        {
            throw SampleStreams.CannotListen(options.Port, exception);
        }
    }

    private Task Watch(OpcUaServer server, ServeOptions options, CancellationToken cancellationToken)
    {
        var table = new LiveTable<ServerFigures>(
            streams.WriteLine, SampleConsole.FormatOf(streams.Output, options.Json), ServerTable.Columns);
        ServerReading last = Read(server);
        return EachSecond.Run(
            () =>
            {
                _meter.Exclude(() =>
                {
                    ServerReading now = Read(server);
                    table.Add(ServerFigures.Between(last, now));
                    last = now;
                });
                return true;
            },
            cancellationToken);
    }

    private async Task Obey(OpcUaServer server, CancellationTokenSource ending)
    {
        _marked = Read(server);
        var answers = new Dictionary<string, Func<object?>>
        {
            [Mark] = () => Do(() => _marked = Read(server)),
            [Report] = () => ServerFigures.Between(_marked, Read(server)),
            [Freeze] = () => Do(() => server.Freeze()),
            [Go] = () => Do(() => server.Freeze(false)),
        };
        await new ControlInput(streams, answers) { Around = _meter.Exclude }.Run().ConfigureAwait(false);
        await ending.CancelAsync().ConfigureAwait(false);

        static object? Do(Action action)
        {
            action();
            return null;
        }
    }

    private ServerReading Read(OpcUaServer server) => new(_meter.Read(), server.GetStatistics());
}
