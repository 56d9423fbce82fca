using OpcUa.App.Clients;
using OpcUa.App.Comparing;
using OpcUa.App.Serving;

namespace OpcUa.App;

/// <summary>The program, apart from the process that it runs in.</summary>
internal sealed class OpcUaProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Ends it early; no file is left then.</param>
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
            SampleCommand.Create("check", () => SelfCheck.Run(output)))
        { Default = both }.Run(arguments, cancellationToken);
    }

    private static string Usage() =>
        $"""
        An OPC UA server whose variables change, and a client that subscribes to them and checks each value: decoded with 'new',
        and into pooled messages that keep their parts.

        usage: dotnet run -c Release --project samples/OpcUa/OpcUa.App -- [command] [options]

        both    (default) lets a client of either mode, in turn, subscribe to a server in a process of its own, and compares them
          --items <n>          variables, each with an item, 1 to {ServeOptions.MostNodes}; 4000 by default
          --rate <n>           changes a second of all of them; 2000 by default
          --seconds <n>        how long each mode is measured in a round; 10 by default
          --warm-up <n>        seconds before that; 3 by default
          --rounds <n>         how often each mode is measured; 3 by default
          --json [<file>]      the figures as JSON, on standard output or in a file

        serve   serves on this machine until Ctrl+C, with a table that grows by a line each second
          --nodes <n>          variables, ns=2;i=1 and so on; 40000 by default
          --rate <n>           changes a second of all of them, 0 for none; 20000 by default
          --port <n>           4840 by default; 0 for any that is free
          --json               a line of JSON each second in place of the table
          --until-end-of-input obeys the lines 'mark', 'report', 'freeze' and 'go' of the standard input and ends with it, for programs
                               that start it

        client  subscribes to a server that is running, with a table that grows by a line each second
          --items <n>          40000 by default
          --mode <mode>        pooled (default) or stock
          --seconds <n>        how long it is measured; 60 by default
          --warm-up <n>        seconds before that; 5 by default
          --url <url>          opc.tcp://127.0.0.1:4840 by default
          --json               a line of JSON each second in place of the table

        check   checks encoding, transport, client and server

        exit code: 0 fine, 1 a check failed or the server went away, 2 wrong usage or something cannot be written, 130 interrupted

        """;
}
