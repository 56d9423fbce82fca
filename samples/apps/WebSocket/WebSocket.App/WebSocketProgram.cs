using WebSockets.App.Comparing;
using WebSockets.App.Echoing;
using WebSockets.App.Hubs;
using WebSockets.App.Loads;
using WebSockets.App.Pages;
using WebSockets.App.Soaking;

namespace WebSockets.App;

/// <summary>The program, separate from its process.</summary>
internal sealed class WebSocketProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public Task<int> Run(string[] arguments, CancellationToken cancellationToken)
    {
        var streams = new SampleStreams("websocket", output, error, input);
        var compare = SampleCommand.Create("compare", CompareOptions.Parse, new CompareCommand(streams).Run);
        return new SampleProgram(
            streams,
            Usage(),
            compare,
            SampleCommand.Create("hub", HubCommandOptions.Parse, new HubCommand(streams).Run),
            SampleCommand.Create("page", PageOptions.Parse, new PageCommand(streams).Run),
            SampleCommand.Create("load", LoadOptions.Parse, new LoadCommand(streams).Run),
            SampleCommand.Create("soak", SoakOptions.Parse, new SoakCommand(streams).Run),
            SampleCommand.Create("echo", EchoCommandOptions.Parse, new EchoCommand(streams).Run),
            SampleCommand.Create("check", () => SelfCheck.Run(output)))
        { Default = compare }.Run(arguments, cancellationToken);
    }

    private static string Usage() =>
        $"""
        A websocket hub and a reconnecting client, in three ways. The client sends messages to the hub, and compares what comes back.
        before: techniques for which others have published figures, with objects, strings and arrays for each message
        plain:  the plain loops of ASP.NET Core, and the client of the package Websocket.Client
        pooled: pooled memory at both ends

        usage: dotnet run -c Release --project samples/apps/WebSocket/WebSocket.App -- [command] [options]

        compare (default) runs the clients of each mode against a hub of the same mode, in turn. The hub is in a separate process. Compares
                the figures of both ends
          --sockets <n>        1 to {LoadOptions.MaxSockets}; 100 by default
          --rate <n>           messages per second, of all sockets together; 1000 by default
          --size <n>           bytes per message, {EchoTexts.MinSize} to {LoadOptions.MaxSize}; 64 by default
          --seconds <n>        measured time per mode and round; 10 by default
          --warm-up <n>        time before the measurement; 3 by default
          --rounds <n>         measured rounds per mode; 2 by default
          --json [<file>]      writes the figures as JSON, to standard output or a file

        hub     serves /echo and /broadcast on this machine until Ctrl+C, and prints a line of figures each second
          --port <n>           {HubCommandOptions.DefaultPort} by default; 0 selects a free port
          --http2-port <n>     another port, for sockets over HTTP/2 without TLS; none by default
          --mode <mode>        pooled (default), plain or before
          --policy <policy>    what happens to a broadcast if a socket's outbox is full: drop-oldest (default), drop-newest, disconnect
          --connections <n>    maximum number of sockets
          --per-address <n>    maximum number of sockets per address
          --max-message <n>    maximum size of a message in bytes; 1,048,576 by default
          --timeout <s>        seconds of silence before a ping is sent, then until its answer, then until the socket is closed
          --handshake <s>      seconds for the handshake of a client; 5 by default
          --origin <origins>   origins of pages that may connect, besides those of this machine, separated by commas
          --deflate <how>      compression for clients that offer it: shared (default; messages do not refer to earlier ones, so that a
                               broadcast is compressed once), context (smaller, but compressed for each socket), off
          --json               prints each line as JSON
          --quiet              prints no lines
          --until-end-of-input reads the commands 'mark', 'report' and 'size' from standard input and stops at its end, for use by other
                               programs

        page    runs a hub with a live page at /, and sends messages to it. The page shows what the hub's process allocates and collects
                each second, and switches between the modes
          --port <n>           {HubCommandOptions.DefaultPort} by default; 0 selects a free port
          --sockets <n>        sockets that send; 100 by default, 0 for none
          --rate <n>, --size <n>
                               5000 messages per second of 1024 bytes by default
          --mode <mode>        the mode at the start: before (default), plain or pooled
          --json, --until-end-of-input
                               as above

        load    sends messages to a running hub, and prints a line of figures each second
          --sockets <n>, --rate <n>, --size <n>
                               as above
          --mode <mode>        pooled (default), plain or before
          --seconds <n>        measured time; 60 by default
          --warm-up <n>        time before the measurement, and until the first message is back; 5 by default
          --url <url>          address of the hub; ws://127.0.0.1:{HubCommandOptions.DefaultPort}/echo by default
          --json               prints each line as JSON
          --until-end-of-input starts at each line 'again' of standard input and stops at its end, for use by other programs

        soak    lets sockets join, leave, stall, fail and reconnect for a long time, with a hub in a separate process. Checks that nothing
                is lost except what the hub's policy drops, that nothing grows, and that nothing is in use at the end
          --minutes <n>        duration; 30 by default; or --seconds <n>
          --sockets <n>        {SoakOptions.MinSockets} to {LoadOptions.MaxSockets - 1}; 1000 by default
          --rate <n>           received messages per second, half of them echoes, half broadcasts; 10000 by default
          --json [<file>]      writes the figures as JSON, to standard output or a file

        echo    connects to a server of test cases, once for each case, with /runCase?case=<n>, and sends back every message
          --url <url>          address of the server; {new EchoCommandOptions().Url} by default
          --cases <n>          number of cases; 1 by default
          --parallel <n>       cases at a time; {EchoCommandOptions.DefaultParallel} by default
          --max-message <n>    maximum size of a message in bytes; 1048576 by default
          --deflate            offers compression

        check   checks the hub and the client

        exit code: 0 success, 1 a check failed or the hub stopped, 2 invalid usage or an output that cannot be written, 130 interrupted

        """;
}
