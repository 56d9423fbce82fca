using System.Diagnostics;
using System.Net.Sockets;
using OpcUa.App.Measuring;
using OpcUa.App.Securing;
using OpcUa.App.Serving;
using OpcUa.Client;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Soaking;

/// <summary>Runs a client for a long time, with renewals and lost connections, and checks that nothing is lost, nothing grows, and nothing
/// is in use at the end.</summary>
internal sealed class SoakCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // reached only if something is wrong

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(SoakOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        var table = new LiveTable<SoakReading>(live.WriteLine, SampleConsole.FormatOf(live), SoakReading.Columns);
        var readings = new List<SoakReading>();
        var faults = new List<string>();
        try
        {
            using ClientIdentity identity = ClientIdentity.Load(options.Security);
            ServerProcess server = OwnServer.Start(options.Items, options.Rate, identity.ServerArguments());
            await using (server.ConfigureAwait(false))
            {
                string url = await server.Listening(cancellationToken).ConfigureAwait(false);
                await Play(server, url, identity.Security, options, reading =>
                {
                    readings.Add(reading);
                    table.Add(reading);
                }, faults, cancellationToken).ConfigureAwait(false);
                faults.AddRange(await CheckEnd(server, cancellationToken).ConfigureAwait(false));
            }
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException or SocketException)
        {
            throw new IOException($"the server does not answer: {exception.Message}", exception);
        }

        faults.AddRange(SoakGrowth.Check("client", readings.Select(static reading => reading.Client)));
        faults.AddRange(SoakGrowth.Check("server", readings.Select(static reading => reading.Server)));
        options.Json.Write(streams.Output, new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Items,
            options.Rate,
            Security = options.Security.Text,
            Passed = faults.Count == 0,
            Faults = faults,
            Readings = readings,
        });
        return streams.Judge(faults);
    }

    private static async Task Play(
        ServerProcess server, string url, ClientSecurity? security, SoakOptions options, Action<SoakReading> add, List<string> faults,
        CancellationToken cancellationToken)
    {
        var behaviour = new ClientOptions { Security = security };
        SoakClient client = await SoakClient.Connect(url, options, behaviour, cancellationToken).ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task cutting = options.RandomReconnects ? client.CutNowAndThen(options.Renewal, ending.Token) : Task.CompletedTask;
            try
            {
                await Watch(server, client, options, add, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await ending.CancelAsync().ConfigureAwait(false);
                await cutting.ConfigureAwait(false);
            }

            await Until(() => client.IsConnected && client.Reconnections == client.Cuts, cancellationToken).ConfigureAwait(false);
            faults.AddRange(await CheckValues(server, client, options, cancellationToken).ConfigureAwait(false));
        }
    }

    private static async Task Watch(
        ServerProcess server, SoakClient client, SoakOptions options, Action<SoakReading> add, CancellationToken cancellationToken)
    {
        TimeSpan interval = SoakGrowth.IntervalOf(options.Duration);
        for (var time = Stopwatch.StartNew(); time.Elapsed < options.Duration;)
        {
            await Task.Delay(interval, cancellationToken).ConfigureAwait(false);
            ProcessSize size = await server.Ask<ProcessSize>(ServeCommand.Size, cancellationToken).ConfigureAwait(false);
            ServerFigures figures = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
            add(new SoakReading(
                time.Elapsed.TotalMinutes, client.Meter.Notifications, client.Reconnections, client.Renewals,
                ProcessSize.Read(), client.Outstanding, size, figures.Now));
        }
    }

    private static async Task<IEnumerable<string>> CheckValues(
        ServerProcess server, SoakClient client, SoakOptions options, CancellationToken cancellationToken)
    {
        await server.Ask<object>(ServeCommand.Freeze, cancellationToken).ConfigureAwait(false);
        double[] values = await client.ReadValues(cancellationToken).ConfigureAwait(false);
        ValueLedger ledger = client.Meter.Ledger;
        await Until(() => ledger.Behind(values) == 0, cancellationToken).ConfigureAwait(false);
        await client.Subscription!.DeleteAsync(cancellationToken).ConfigureAwait(false); // no more notifications are added
        ServerFigures figures = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
        bool isLong = options.Duration > options.Renewal * 4;
        return
        [
            .. Fault.Of(ledger.Different(values), "items differ from the server's count or last value"),
            .. Fault.Of(ledger.Gaps, "values do not follow their predecessor"),
            .. Fault.Of(ledger.Strays, "notifications belong to no item"),
            .. Fault.Of(client.Meter.SequenceGaps, "gaps in the sequence numbers"),
            .. Fault.Of(client.Subscription.Lost + client.Subscription.HandlerFaults, "messages were lost"),
            .. Fault.Of(figures.Now.Overflows, "values were lost because a queue was full"),
            .. Fault.Of(client.Reconnections - client.Cuts, "connections were lost without being cut"),
            .. isLong && client.Renewals == 0 ? ["the channel was never renewed"] : Array.Empty<string>(),
            .. options.RandomReconnects && isLong && client.Cuts == 0 ? ["the connection was never cut"] : Array.Empty<string>(),
        ];
    }

    /// <summary>Checks that nothing is in use at either end after the client has disconnected.</summary>
    private static async Task<IEnumerable<string>> CheckEnd(ServerProcess server, CancellationToken cancellationToken)
    {
        ServerStatistics? left = null;
        for (var time = Stopwatch.StartNew(); time.Elapsed < s_patience;)
        {
            ServerFigures figures = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
            left = figures.Now;
            if (left is { Connections: 0, Sessions: 0, Items: 0, Outstanding: 0, SentMessages: 0, QueuedValues: 0 })
                break;

            await Task.Delay(100, cancellationToken).ConfigureAwait(false);
        }

        return
        [
            .. Fault.Of(left!.Connections + left.Sessions + left.Items, "connections, sessions or items are left at the server"),
            .. Fault.Of(left.Outstanding + left.SentMessages + left.QueuedValues, "blocks, messages or values are left at the server"),
            .. Fault.Of(NotificationMessage.Pool.GetStatistics().InUse, "messages are left at the client"),
        ];
    }

    private static async Task Until(Func<bool> condition, CancellationToken cancellationToken)
    {
        for (var time = Stopwatch.StartNew(); !condition() && time.Elapsed < s_patience;)
            await Task.Delay(50, cancellationToken).ConfigureAwait(false);
    }
}
