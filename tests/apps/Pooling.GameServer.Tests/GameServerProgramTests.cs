using System.Text.Json;

namespace Pooling.GameServer;

public sealed class GameServerProgramTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("serve", "--help")]
    [InlineData("both", "-?")]
    public async Task Run_Help_ListsEverything(params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.All(
            ["both", "serve", "bots", "soak", "check", "--mode", "--count", "--inputs", "--chat", "--gather", "--seconds", "--warm-up",
                "--json", "--port", "--clients", "--per-address", "--handshakes", "--silence", "--rekey-after", "--controlled", "--server",
                "--minutes", "130"],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("unknown command 'frob'; available: both, serve, bots, soak, check", "frob")]
    [InlineData("'check' takes no options", "check", "--fast")]
    [InlineData("unknown mode 'fast'; available: both, before, pooled", "--mode", "fast")]
    [InlineData("unknown mode 'both'; available: before, pooled", "serve", "--mode", "both")]
    [InlineData("option '--count' needs a number from 1 to 10000, not '0'", "both", "--count", "0")]
    [InlineData("option '--inputs' needs a number from 1 to 100, not '101'", "--inputs=101")]
    [InlineData("option '--seconds' needs a number from 1 to 86400, not 'x'", "--seconds", "x")]
    [InlineData("option '--port' needs a number from 0 to 65535, not '65536'", "serve", "--port", "65536")]
    [InlineData("option '--server' needs an address and a port, such as 127.0.0.1:5090, not 'here'", "bots", "--server", "here")]
    [InlineData("unknown option '--port'", "bots", "--port", "1")]
    [InlineData("option '--minutes' needs a number from 1 to 1440, not '0'", "soak", "--minutes", "0")]
    [InlineData("unknown mode 'fast'; available: both, before, pooled", "soak", "--mode", "fast")]
    [InlineData("option '--rekey-after' needs a number from 1000 to 2147483647, not '50'", "serve", "--rekey-after", "50")]
    [InlineData("option '--controlled' takes no value", "serve", "--controlled=yes")]
    [InlineData("option '--count' is specified more than once", "--count", "1", "--count", "2")]
    public async Task Run_WrongArguments_SaysSoInOneLine(string message, params string[] arguments)
    {
        Assert.Equal(2, await Run(arguments));
        Assert.Equal($"game-server: {message} (--help lists the options)", _error.ToString().Trim());
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Run_Check_Passes()
    {
        Assert.Equal(0, await Run("check"));
        Assert.Matches("^Passed: [1-9][0-9]*, Failed: 0\n$", _output.ToString());
    }

    [Fact]
    public async Task Run_BotsWithoutServer_SaysSoInOneLine()
    {
        Assert.Equal(2, await Run("bots", "--count", "1", "--server", "127.0.0.1:1"));
        Assert.Contains("game-server: cannot play on 127.0.0.1:1: ", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_JsonFileInNoFolder_SaysSoBeforeItPlays()
    {
        Assert.Equal(2, await Run("--seconds", "1000", "--json=/no/such/folder/game.json"));
        Assert.Equal("game-server: cannot write '/no/such/folder/game.json': the folder does not exist", _error.ToString().Trim());
    }

    [Fact]
    public async Task Run_BothAsJson_ReportsBothServers()
    {
        int code = await Run("--count", "5", "--seconds", "2", "--warm-up", "1", "--json");

        using JsonDocument document = JsonDocument.Parse(_output.ToString());
        JsonElement[] runs = [.. document.RootElement.GetProperty("runs").EnumerateArray()];
        Assert.Equal(["Before", "Pooled"], runs.Select(static run => run.GetProperty("mode").GetString()));
        Assert.All(runs, static run =>
        {
            JsonElement bots = run.GetProperty("bots");
            Assert.InRange(run.GetProperty("server").GetProperty("packetsOut").GetInt64(), 0, long.MaxValue);
            Assert.InRange(bots.GetProperty("acks").GetInt64(), 5, long.MaxValue);
            Assert.Equal(0, bots.GetProperty("wrongAcks").GetInt64());
        });
        Assert.Equal(document.RootElement.GetProperty("passed").GetBoolean() ? 0 : 1, code);
    }

    [Fact]
    public async Task Run_Soak_LeavesNothing()
    {
        int code = await Run("soak", "--seconds", "12", "--count", "30", "--json");

        using JsonDocument document = JsonDocument.Parse(_output.ToString());
        JsonElement run = document.RootElement.GetProperty("runs")[0];
        Assert.Empty(run.GetProperty("faults").EnumerateArray().Select(static fault => fault.GetString()));
        Assert.Equal(0, code);
        Assert.All(
            ["joined", "leftPolitely", "leftByReset", "leftInHandshake", "leftWhileChatting", "thrownOut", "chatsReceived"],
            name => Assert.InRange(run.GetProperty("bots").GetProperty(name).GetInt64(), 1, long.MaxValue));
        Assert.Contains(run.GetProperty("samples").EnumerateArray(),
            static sample => sample.GetProperty("outstanding").GetProperty("arrays").GetInt64() > 0);
    }

    private Task<int> Run(params string[] arguments) =>
        new GameServerProgram(_output, _error, TextReader.Null).Run(arguments, CancellationToken.None);
}
