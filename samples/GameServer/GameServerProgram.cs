using Pooling.GameServer.Bots;
using Pooling.GameServer.Comparing;
using Pooling.GameServer.Serving;
using Pooling.GameServer.Soaking;

namespace Pooling.GameServer;

/// <summary>The program, apart from the process that it runs in.</summary>
internal sealed class GameServerProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Ends it early; no file is left then.</param>
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
        A game server that ticks 60 times a second, stock and pooled, and bots that play on it and check what they are told.

        usage: dotnet run -c Release --project samples/GameServer -- [command] [options]

        both    (default) lets bots play on one server after the other, each in a process of its own, and compares them
          --mode <mode>        both (default), stock or pooled
          --count <n>          bots, 1 to {BotsOptions.MostBots}; 200 by default
          --inputs <n>         steps of each bot in a second, 1 to 100; 10 by default
          --chat <n>           seconds between two chat texts of a bot, on average; 20 by default, 0 for silence
          --gather             all bots go to one square of the world
          --seconds <n>        how long each server is measured; 30 by default
          --warm-up <n>        seconds before that; 5 by default
          --json [<file>]      the figures as JSON, on standard output or in a file

        serve   serves players on this machine until Ctrl+C, with a table that grows by a line each second
          --mode <mode>        pooled (default) or stock
          --port <n>           5090 by default; 0 for any that is free
          --clients <n>        the most players, 2000 by default
          --per-address <n>    the most connections of one address, 256 by default
          --handshakes <n>     that are answered in a second, 100 by default
          --silence <n>        seconds after which a silent player is disconnected, 30 by default
          --rekey-after <n>    packets after which the server changes its key, 1000 or more, 2^30 by default
          --json               a line of JSON each second in place of the table
          --controlled         obeys the lines 'mark' and 'report' of the standard input and ends with it, for programs that start it

        bots    lets bots play on a server that is running
          --server <address>   127.0.0.1:5090 by default
          --count, --inputs, --chat, --gather, --seconds: as above
          --json               the figures as JSON on standard output

        soak    lets bots come and go at random, in every way a client can leave, and checks that nothing of them is left
          --mode <mode>        pooled (default), stock or both, each in a process of its own
          --count <n>          bots at a time, at most; 100 by default
          --minutes <n>        10 by default
          --seconds <n>        in place of minutes
          --json               the figures as JSON on standard output

        check   checks framing, crypto, admission, dispatch, tick loop, sight and outbox

        exit code: 0 fine, 1 a check failed, 2 wrong usage or something cannot be written, 130 interrupted

        """;
}
