using System.Globalization;
using System.Net.Sockets;
using OpcUa.App.Securing;
using OpcUa.App.Serving;
using OpcUa.Client;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Sessions;

namespace OpcUa.App.ManySessions;

/// <summary>Connects many sessions to a server in a separate process, and checks that each receives every change.</summary>
internal sealed class SessionsCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private const int SpareSessions = 16;
    private const long MaxSilence = 10_000; // milliseconds; ten publishing intervals
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly ProcessMeter _process = new();

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(SessionsOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        SessionsResult result = await Play(options, live, cancellationToken).ConfigureAwait(false);
        options.Json.Write(streams.Output, new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.PerSecond,
            options.Rate,
            Security = options.Security.Text,
            Passed = result.Faults.Count == 0,
            Result = result,
        });
        if (!options.Json.TakesOutput)
            Write(result);

        return streams.Judge(result.Faults);
    }

    private async Task<SessionsResult> Play(SessionsOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        string limit = (options.Limit ?? options.Count + SpareSessions).ToString(CultureInfo.InvariantCulture);
        using ClientIdentity identity = ClientIdentity.Load(options.Security);
        ServerProcess server = OwnServer.Start(nodes: 1, options.Rate, ["--sessions", limit, .. identity.ServerArguments()]);
        await using (server.ConfigureAwait(false))
        {
            string url = await server.Listening(cancellationToken).ConfigureAwait(false);
            var client = new ClientOptions { Security = identity.Security };
            if (client.Security is null)
                await Discover(url, client, cancellationToken).ConfigureAwait(false); // otherwise the first client does it for all

            ProcessSize serverSize = await server.Ask<ProcessSize>(ServeCommand.Size, cancellationToken).ConfigureAwait(false);
            var size = ProcessSize.Read();
            var crowd = new Crowd(url, options, client);
            await using (crowd.ConfigureAwait(false))
                return await Play(server, crowd, options, live, size, serverSize, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<SessionsResult> Play(
        ServerProcess server, Crowd crowd, SessionsOptions options, TextWriter live,
        ProcessSize size, ProcessSize serverSize, CancellationToken cancellationToken)
    {
        var table = new LiveTable<CrowdFigures>(live.WriteLine, SampleConsole.FormatOf(live), CrowdFigures.Columns);
        var report = new LiveReport<CrowdReading>(
            _process, () => Read(crowd), (last, now) => table.Add(CrowdFigures.Between(last, now)));
        await server.Ask<object>(ServeCommand.Mark, cancellationToken).ConfigureAwait(false);
        CrowdReading start = Read(crowd);
        await report.Run(Read(crowd), () => crowd.Connect(cancellationToken), cancellationToken).ConfigureAwait(false);
        CrowdReading connected = Read(crowd);
        ServerFigures connecting = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);

        foreach (CrowdSession session in crowd.Sessions)
            session.Begin();

        await server.Ask<object>(ServeCommand.Mark, cancellationToken).ConfigureAwait(false);
        CrowdReading received = Read(crowd);
        var time = TimeSpan.FromSeconds(options.Seconds);
        await report.Run(Read(crowd), () => Task.Delay(time, cancellationToken), cancellationToken).ConfigureAwait(false);
        CrowdFigures receiving = CrowdFigures.Between(received, Read(crowd));
        ServerFigures serving = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
        long now = Environment.TickCount64;
        long silence = crowd.Sessions.Select(session => session.MaxSilence(now)).DefaultIfEmpty().Max();
        int silent = crowd.Sessions.Count(session => session.MaxSilence(now) > MaxSilence);
        ProcessSize grown = await server.Ask<ProcessSize>(ServeCommand.Size, cancellationToken).ConfigureAwait(false);
        return new SessionsResult(
            options.Count, CrowdFigures.Between(start, connected), connecting.Process, receiving, serving.Process,
            ProcessSize.Each(size, ProcessSize.Read(), crowd.Connected),
            ProcessSize.Each(serverSize, grown, crowd.Connected),
            crowd.Refusals.ToDictionary(static refusal => refusal.Key.ToString(), static refusal => refusal.Value),
            [
                .. Fault.Of(options.Count - crowd.Connected, "sessions could not be established"),
                .. Fault.Of(silent, "sessions received nothing for more than 10 s"),
                .. await Check(server, crowd, cancellationToken).ConfigureAwait(false),
            ])
        {
            ConnectP50 = LatencyHistogram.Quantile(crowd.Times, 0.5),
            ConnectP99 = LatencyHistogram.Quantile(crowd.Times, 0.99),
            MaxSilence = silence,
        };
    }

    /// <summary>Gets the endpoints of the server once for all sessions.</summary>
    private static async Task Discover(string url, ClientOptions options, CancellationToken cancellationToken)
    {
        try
        {
            EndpointDescription[] endpoints = await UaClient.GetEndpointsAsync(url, options, cancellationToken).ConfigureAwait(false);
            if (endpoints.Length == 0)
                throw new IOException("the server has no endpoint");
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException or SocketException)
        {
            throw new IOException($"the server did not return its endpoints: {exception.Message}", exception);
        }
    }

    /// <summary>Stops the changes, and checks that each session has received the last value.</summary>
    private static async Task<IEnumerable<string>> Check(ServerProcess server, Crowd crowd, CancellationToken cancellationToken)
    {
        await server.Ask<object>(ServeCommand.Freeze, cancellationToken).ConfigureAwait(false);
        ServerFigures figures = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
        double last = figures.Now.Changes; // the only variable counts its own changes
        long end = Environment.TickCount64 + (long)s_patience.TotalMilliseconds;
        while (crowd.Sessions.Any(session => session.Last != last) && Environment.TickCount64 < end)
            await Task.Delay(50, cancellationToken).ConfigureAwait(false);

        return
        [
            .. Fault.Of(crowd.Sessions.Count(session => session.Last != last), "sessions do not have the server's last value"),
            .. Fault.Of(crowd.Sessions.Sum(static session => session.Faults), "values or connections were lost"),
            .. Fault.Of(figures.Overflows, "values were lost because a queue was full"),
        ];
    }

    private void Write(SessionsResult result)
    {
        int connected = Math.Max(1, result.Connecting.Connected);
        var table = new ComparisonTable<SessionsResult>(
            SampleConsole.Create(streams.Output), [result], static result => $"{result.Connecting.Connected:N0} sessions");
        table.Add("connected per second", "N0", static run => run.Connecting.NewlyConnected / run.Connecting.Process.Seconds);
        table.Add("time to connect, median ms", "0.0", static run => run.ConnectP50);
        table.Add("time to connect, 99 % ms", "0.0", static run => run.ConnectP99);
        table.Add("rejections", "N0", static run => run.Refusals.Values.Sum());
        table.Add("client: B allocated per connect", "N0", run => run.Connecting.Process.BytesPer(connected));
        table.Add("client: processor time per connect, us", "N0", run => run.Connecting.Process.MicrosecondsPer(connected));
        table.Add("server: B allocated per connect", "N0", run => run.ServerConnecting.BytesPer(connected));
        table.Add("server: processor time per connect, us", "N0", run => run.ServerConnecting.MicrosecondsPer(connected));
        table.Add("notifications", "N0", static run => run.Receiving.Notifications);
        table.Add("notifications/s", "N0", static run => run.Receiving.Notifications / run.Receiving.Process.Seconds);
        table.Add("longest time without a value, ms", "N0", static run => run.MaxSilence);
        table.Add("client: CPU, % of one processor", "0.0", static run => run.Receiving.Process.Processors * 100);
        table.Add("client: MB/s allocated", "0.000", static run => run.Receiving.Process.AllocatedMegabytesPerSecond);
        table.Add("server: CPU, % of one processor", "0.0", static run => run.ServerReceiving.Processors * 100);
        table.Add("server: MB/s allocated", "0.000", static run => run.ServerReceiving.AllocatedMegabytesPerSecond);
        table.Add("client: KB of objects per session", "0.0", static run => run.ClientSize.Heap / 1e3);
        table.Add("client: KB of memory per session", "0.0", static run => run.ClientSize.WorkingSet / 1e3);
        table.Add("client: additional threads", "N0", static run => run.ClientSize.Threads);
        table.Add("server: KB of objects per session", "0.0", static run => run.ServerSize.Heap / 1e3);
        table.Add("server: KB of memory per session", "0.0", static run => run.ServerSize.WorkingSet / 1e3);
        table.Add("server: additional threads", "N0", static run => run.ServerSize.Threads);
        table.Add("faults", "N0", static run => run.Faults.Count);
        table.Write();
        foreach ((string status, int count) in result.Refusals)
            streams.WriteLine(string.Create(CultureInfo.InvariantCulture, $"rejected with {status}: {count:N0}"));
    }

    private CrowdReading Read(Crowd crowd) => CrowdReading.Of(_process, crowd);
}
