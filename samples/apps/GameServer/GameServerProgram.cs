using Pooling.GameServer.Bots;
using Pooling.GameServer.Comparing;
using Pooling.GameServer.Serving;
using Pooling.GameServer.Soaking;

namespace Pooling.GameServer;

/// <summary>The program, separate from its process.</summary>
internal sealed class GameServerProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public Task<int> Run(string[] arguments, CancellationToken cancellationToken)
    {
        var streams = new SampleStreams("game-server", output, error, input);
        var both = SampleCommand.Create("both", BothOptions.Parse, new BothCommand(streams).Run);
        return new SampleProgram(
            streams,
            Usage(),
            both,
            SampleCommand.Create("serve", ServeOptions.Parse, new ServeCommand(streams, GameServers.Create).Run),
            SampleCommand.Create("bots", BotsOptions.Parse, new BotsCommand(streams).Run),
            SampleCommand.Create("soak", SoakOptions.Parse, new SoakCommand(streams).Run),
            SampleCommand.Create("check", () => SelfCheck.Run(output)))
        { Default = both }.Run(arguments, cancellationToken);
    }

    private static string Usage() =>
        $"""
        A game server with 60 ticks per second, before and pooled, and bots that play on it and check what they receive.

        usage: dotnet run -c Release --project samples/apps/GameServer -- [command] [options]

        both    (default) runs the bots against both servers in turn, each in a separate process, and compares them
          --mode <mode>        both (default), before or pooled
          --count <n>          bots, 1 to {BotsOptions.MaxBots}; 200 by default
          --inputs <n>         steps per bot and second, 1 to 100; 10 by default
          --chat <n>           average seconds between chat messages of a bot; 20 by default, 0 for none
          --gather             sends all bots to one square of the world
          --seconds <n>        measured time per server; 30 by default
          --warm-up <n>        time before the measurement; 5 by default
          --json [<file>]      writes the figures as JSON, to standard output or a file

        serve   runs a server on this machine until Ctrl+C, and prints a line of figures each second
          --mode <mode>        pooled (default) or before
          --port <n>           5090 by default; 0 selects a free port
          --clients <n>        maximum number of players, 2000 by default
          --per-address <n>    maximum number of connections per address, 256 by default
          --handshakes <n>     handshakes answered per second, 100 by default
          --silence <n>        disconnects a player after this many seconds without a packet, 30 by default
          --rekey-after <n>    packets after which the server changes its key, at least 1000; 2^30 by default
          --json               prints each line as JSON
          --controlled         reads the commands 'mark' and 'report' from standard input and stops at its end, for use by other programs

        bots    runs bots against a running server
          --server <address>   127.0.0.1:5090 by default
          --count, --inputs, --chat, --gather, --seconds: as above
          --json               writes the figures as JSON to standard output

        soak    connects and disconnects bots at random, in every way a client can leave, and checks that nothing of them remains
          --mode <mode>        pooled (default), before or both, each in a separate process
          --count <n>          maximum number of bots at a time; 100 by default
          --minutes <n>        duration; 10 by default
          --seconds <n>        duration in seconds instead
          --json               writes the figures as JSON to standard output

        check   checks framing, crypto, admission, dispatch, tick loop, sight and outbox

        exit code: 0 success, 1 a check failed, 2 invalid usage or an output that cannot be written, 130 interrupted

        """;
}
