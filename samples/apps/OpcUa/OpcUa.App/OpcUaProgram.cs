using OpcUa.App.Browsing;
using OpcUa.App.Calling;
using OpcUa.App.Clients;
using OpcUa.App.Comparing;
using OpcUa.App.ManySessions;
using OpcUa.App.Reading;
using OpcUa.App.Securing;
using OpcUa.App.Serving;
using OpcUa.App.Soaking;

namespace OpcUa.App;

/// <summary>The program, separate from its process.</summary>
internal sealed class OpcUaProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public Task<int> Run(string[] arguments, CancellationToken cancellationToken)
    {
        var streams = new SampleStreams("opcua", output, error, input);
        var both = SampleCommand.Create("both", BothOptions.Parse, new BothCommand(streams).Run);
        return new SampleProgram(
            streams,
            Usage(),
            both,
            SampleCommand.Create("serve", ServeOptions.Parse, new ServeCommand(streams).Run),
            SampleCommand.Create("client", ClientOptions.Parse, new ClientCommand(streams).Run),
            SampleCommand.Create("read", CallOptions.Parse, new CallCommand(streams, "value", ReadCaller.Create).Run),
            SampleCommand.Create("browse", CallOptions.Parse, new CallCommand(streams, "reference", BrowseCaller.Create).Run),
            SampleCommand.Create("sessions", SessionsOptions.Parse, new SessionsCommand(streams).Run),
            SampleCommand.Create("soak", SoakOptions.Parse, new SoakCommand(streams).Run),
            SampleCommand.Create("check", () => SelfCheck.Run(output)))
        { Default = both }.Run(arguments, cancellationToken);
    }

    private static string Usage() =>
        $"""
        An OPC UA server with changing variables, and a client that subscribes to them and checks each value. The client decodes with 'new',
        or into pooled messages that keep their parts.

        usage: dotnet run -c Release --project samples/apps/OpcUa/OpcUa.App -- [command] [options]

        both    (default) subscribes with a client of each mode in turn to a server in a separate process, and compares them
          --items <n>          variables, each with a monitored item, 1 to {ServeOptions.MaxNodes}; 4000 by default
          --rate <n>           changes per second, of all variables together; 2000 by default
          --seconds <n>        measured time per mode and round; 10 by default
          --warm-up <n>        time before the measurement; 3 by default
          --rounds <n>         measured rounds per mode; 3 by default
          --json [<file>]      writes the figures as JSON, to standard output or a file

        serve   runs a server on this machine until Ctrl+C, and prints a line of figures each second
          --nodes <n>          variables, from ns=2;i=1; 40000 by default
          --rate <n>           changes per second, of all variables together; 20000 by default, 0 for none
          --sessions <n>       maximum number of sessions, in all and per address; 3000 and 2000 by default
          --port <n>           4840 by default; 0 selects a free port
          --json               prints each line as JSON
          --until-end-of-input reads the commands 'mark', 'report', 'size', 'freeze' and 'go' from standard input and stops at its end,
                               for use by other programs

        client  subscribes to a running server, and prints a line of figures each second
          --items <n>          monitored items; 40000 by default
          --mode <mode>        pooled (default) or before
          --seconds <n>        measured time; 60 by default
          --warm-up <n>        time before the measurement; 5 by default
          --url <url>          address of the server; opc.tcp://127.0.0.1:4840 by default
          --json               prints each line as JSON

        read    reads the variables of a server in a separate process with a client of each mode in turn, and compares them
        browse  walks through the whole address space in the same way
          --nodes <n>          variables; 40000 by default
          --rate <n>           changes per second, of all variables together; 20000 by default, 0 for none
          --per-call <n>       values per call; of browse, nodes per call and references per node in an answer; 1000 by default
          --mode <mode>        one mode only
          --seconds <n>, --warm-up <n>, --rounds <n>, --json [<file>]  as above

        sessions connects many sessions to a server in a separate process, each over its own channel, with a subscription and a monitored
                item on a value that all share; each must receive every change
          --count <n>          sessions; 500 by default
          --seconds <n>        time for which they receive; 60 by default
          --per-second <n>     new sessions per second; 100 by default
          --at-once <n>        maximum number that connect at the same time; 32 by default
          --patience <n>       seconds for which a rejected session tries again; 60 by default
          --rate <n>           changes of the value per second; 1 by default
          --limit <n>          the server's maximum number of sessions; by default slightly more than --count
          --json [<file>]      as above

        soak    receives for a long time, and checks that nothing is lost, nothing grows, and nothing is in use at the end
          --minutes <n>        duration; 30 by default; or --seconds <n>
          --items <n>          monitored items; 4000 by default
          --rate <n>           changes per second, of all variables together; 20000 by default
          --renew <n>          seconds after which the channel is renewed; 60 by default
          --random-reconnects  cuts the connection at random times
          --json [<file>]      as above

        all commands except check
          --security <mode>    none (default), sign or sign-encrypt (Basic256Sha256); for serve, a list of the modes that it offers
          --certificates <folder>  folder of the certificates, created at first use; {new SecurityOptions().Folder} by default
          --accept-any         trusts every certificate; by default only those in 'trusted' are trusted: move them there from 'rejected'

        check   checks encoding, transport, client and server

        exit code: 0 success, 1 a check failed or the server was lost, 2 invalid usage or an output that cannot be written, 130 interrupted

        """;
}
