using System.Net.Sockets;
using OpcUa.App.Securing;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>Runs a server with changing variables until it is interrupted, and prints figures each second.</summary>
internal sealed class ServeCommand(SampleStreams streams)
{
    /// <summary>The command that starts the period of the next report.</summary>
    public const string Mark = "mark";

    /// <summary>The command that requests the <see cref="ServerFigures"/>.</summary>
    public const string Report = "report";

    /// <summary>The command that stops the changes of the variables.</summary>
    public const string Freeze = "freeze";

    /// <summary>The command that resumes the changes of the variables.</summary>
    public const string Go = "go";

    /// <summary>The command that requests the <see cref="ProcessSize"/>.</summary>
    public const string Size = "size";

    private readonly ProcessMeter _meter = new();
    private ServerReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that stops it.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ServeOptions options, CancellationToken cancellationToken)
    {
        using ServerIdentity identity = ServerIdentity.Load(options.Security);
        OpcUaServer server = Start(options, identity.Security);
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

    private static OpcUaServer Start(ServeOptions options, ServerSecurity? security)
    {
        try
        {
            return OpcUaServer.Start(new OpcUaServerOptions
            {
                Nodes = options.Nodes,
                Rate = options.Rate,
                Port = options.Port,
                Security = security,
                Limits = options.Sessions is { } most
                    ? new ServerLimits { Connections = most, PerAddress = most, Sessions = most }
                    : new ServerLimits(),
            });
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
        var report = new LiveReport<ServerReading>(
            _meter, () => Read(server), (last, now) => table.Add(ServerFigures.Between(last, now)));
        return report.Run(Read(server), cancellationToken);
    }

    private async Task Obey(OpcUaServer server, CancellationTokenSource ending)
    {
        _marked = Read(server);
        var answers = new Dictionary<string, Func<object?>>
        {
            [Mark] = () => Do(() => _marked = Read(server)),
            [Report] = () => ServerFigures.Between(_marked, Read(server)),
            [Freeze] = () => Do(() => server.Freeze()),
            [Size] = static () => ProcessSize.Read(),
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
