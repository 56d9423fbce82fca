using System.Net.Sockets;
using OpcUa.App.Securing;
using OpcUa.App.Serving;
using OpcUa.Client;
using OpcUa.Protocol.Encoding;

namespace OpcUa.App.Calling;

/// <summary>Calls a server in a separate process with a client of each mode in turn, and compares them.</summary>
/// <param name="streams">The streams of the program.</param>
/// <param name="result">The name of one result of a call, in the singular.</param>
/// <param name="connect">Creates the client of a mode.</param>
internal sealed class CallCommand(
    SampleStreams streams, string result, Func<UaClient, string, CallOptions, ICaller> connect)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private readonly ProcessMeter _process = new();

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(CallOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        List<CallModeRun> rounds = await Play(options, live, cancellationToken).ConfigureAwait(false);
        CallModeRun[] runs = [.. rounds.GroupBy(static round => round.Mode).Select(static mode => CallModeRun.Sum([.. mode]))];
        var figures = new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Nodes,
            options.Rate,
            options.PerCall,
            options.Rounds,
            options.Seconds,
            Result = result,
            Passed = runs.All(static run => run.Faults.Count == 0),
            Runs = runs,
        };
        options.Json.Write(streams.Output, figures);
        if (!options.Json.TakesOutput)
            Write(runs);

        return streams.Judge(runs.SelectMany(static run => run.Faults.Select(fault => $"{run.Mode}: {fault}")));
    }

    private async Task<List<CallModeRun>> Play(CallOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        using ClientIdentity identity = ClientIdentity.Load(options.Security);
        ServerProcess server = OwnServer.Start(options.Nodes, options.Rate, identity.ServerArguments());
        await using (server.ConfigureAwait(false))
        {
            string url = await server.Listening(cancellationToken).ConfigureAwait(false);
            return await Rounds.Play(
                options.Rounds,
                options.Modes,
                $"{options.Nodes:N0} nodes, {options.PerCall:N0} per call, {options.WarmUpSeconds} + {options.Seconds} s",
                live,
                mode => Play(mode, server, url, identity.Security, options, live, cancellationToken)).ConfigureAwait(false);
        }
    }

    private async Task<CallModeRun> Play(
        string mode, ServerProcess server, string url, ClientSecurity? security, CallOptions options, TextWriter live,
        CancellationToken cancellationToken)
    {
        await server.Ask<object>(ServeCommand.Go, cancellationToken).ConfigureAwait(false);
        try
        {
            await using UaClient client = await UaClient
                .ConnectAsync(url, new OpcUa.Client.ClientOptions { Security = security }, cancellationToken).ConfigureAwait(false);
            await using ICaller caller = connect(client, mode, options);
            var table = new LiveTable<CallFigures>(live.WriteLine, SampleConsole.FormatOf(live), CallTable.Columns(result));
            var run = new CallRun(caller, _process, table);
            await run.WarmUp(options.WarmUpSeconds, cancellationToken).ConfigureAwait(false);
            await server.Ask<object>(ServeCommand.Mark, cancellationToken).ConfigureAwait(false);
            CallFigures figures = await run.Measure(options.Seconds, cancellationToken).ConfigureAwait(false);
            ServerFigures served = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
            await server.Ask<object>(ServeCommand.Freeze, cancellationToken).ConfigureAwait(false);
            return new CallModeRun(mode, figures, served.Process, await caller.Check(cancellationToken).ConfigureAwait(false));
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException or SocketException)
        {
            throw new IOException($"the server does not answer: {exception.Message}", exception);
        }
    }

    private void Write(CallModeRun[] runs)
    {
        var table = new ComparisonTable<CallModeRun>(SampleConsole.Create(streams.Output), runs, static run => run.Mode);
        table.Add($"{result}s", "N0", static run => run.Client.Results, hasRatio: false);
        table.Add($"{result}s/s", "N0", static run => run.Client.ResultsPerSecond);
        table.Add("calls/s", "N0", static run => run.Client.Calls / run.Client.Process.Seconds);
        table.Add($"client: B allocated per {result}", "0.00", static run => run.Client.BytesPerResult);
        table.Add("client: MB/s allocated", "0.000", static run => run.Client.Process.AllocatedMegabytesPerSecond);
        table.Add($"client: processor time per {result}, us", "0.000", static run => run.Client.MicrosecondsPerResult);
        table.Add("client: gen 0", "N0", static run => run.Client.Process.Gen0, hasRatio: false);
        table.Add("client: gen 1", "N0", static run => run.Client.Process.Gen1, hasRatio: false);
        table.Add("client: gen 2", "N0", static run => run.Client.Process.Gen2, hasRatio: false);
        table.Add("client: pauses, ms", "0.0", static run => run.Client.Process.PauseMilliseconds, hasRatio: false);
        table.Add("time per turn, median ms", "0.00", static run => run.Client.LatencyP50);
        table.Add("time per turn, 99 % ms", "0.00", static run => run.Client.LatencyP99);
        table.Add($"server: B allocated per {result}", "0.00", static run => run.Server.BytesPer(run.Client.Results));
        table.Add($"server: processor time per {result}, us", "0.000", static run => run.Server.MicrosecondsPer(run.Client.Results));
        table.Add("server: gen 0", "N0", static run => run.Server.Gen0, hasRatio: false);
        table.Add("server: gen 2", "N0", static run => run.Server.Gen2, hasRatio: false);
        table.Add("faults", "N0", static run => run.Faults.Count, hasRatio: false);
        table.Write();
    }
}
