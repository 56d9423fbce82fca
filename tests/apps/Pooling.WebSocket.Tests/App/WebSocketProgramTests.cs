using System.Diagnostics;
using System.Text.Json;
using Pooling.WebSockets.Hub;
using WebSockets.App;
using WebSockets.Hub;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;

namespace Pooling.WebSockets.App;

public sealed class WebSocketProgramTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--help")]
    [InlineData("hub", "--help")]
    [InlineData("both", "-?")]
    public async Task Run_Help_ListsEverything(params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.All(
            ["compare", "hub", "page", "load", "soak", "echo", "check", "--sockets", "--rate", "--size", "--seconds", "--warm-up",
                "--rounds", "--json", "--port", "--until-end-of-input", "--mode", "--url", "130"],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("unknown command 'frob'; available: compare, hub, page, load, soak, echo, check", "frob")]
    [InlineData("'check' takes no options", "check", "--fast")]
    [InlineData("option '--sockets' needs a number from 20 to 1999, not '2000'", "soak", "--sockets", "2000")]
    [InlineData("unknown mode 'fast'; available: before, plain, pooled", "load", "--mode", "fast")]
    [InlineData("unknown option '--mode'", "compare", "--mode", "before")]
    [InlineData("option '--sockets' needs a number from 1 to 2000, not '0'", "--sockets", "0")]
    [InlineData("option '--size' needs a number from 8 to 1048576, not '7'", "load", "--size", "7")]
    [InlineData("option '--rounds' needs a number from 1 to 100, not '101'", "--rounds=101")]
    [InlineData("option '--port' needs a number from 0 to 65535, not '65536'", "hub", "--port", "65536")]
    [InlineData("option '--url' needs an address that starts with ws:// or wss://, not 'http://x'", "load", "--url", "http://x")]
    public async Task Run_WrongArguments_SaysSoInOneLine(string message, params string[] arguments)
    {
        Assert.Equal(2, await Run(arguments));
        Assert.Equal($"websocket: {message} (--help lists the options)", _error.ToString().Trim());
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Run_Check_Passes()
    {
        Assert.Equal(0, await Run("check"));
        Assert.Matches("^Passed: [1-9][0-9]*, Failed: 0\n$", _output.ToString());
    }

    [Theory]
    [InlineData("before")]
    [InlineData("plain")]
    [InlineData("pooled")]
    public async Task Run_LoadWithoutHub_SaysSoInOneLine(string mode)
    {
        Assert.Equal(2, await Run("load", "--sockets", "2", "--mode", mode, "--url", "ws://127.0.0.1:1/echo"));
        Assert.StartsWith("websocket: cannot connect to ws://127.0.0.1:1/echo: ", _error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("before", 64)]
    [InlineData("plain", 64)]
    [InlineData("pooled", 64)]
    [InlineData("before", 131_072)]
    [InlineData("plain", 131_072)]
    [InlineData("pooled", 131_072)]
    public async Task Run_Load_GetsEveryMessageBack(string mode, int size)
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);

        int code = await Run("load", "--mode", mode, "--sockets", "10", "--rate", "200", "--size", $"{size}", "--seconds", "2",
            "--warm-up", "0", "--url", $"{hub.Address}echo");

        Assert.Empty(_error.ToString());
        Assert.Equal(0, code);
        string[] lines = _output.ToString().Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(5, lines.Length); // titles, a row each second, the sum
        Assert.StartsWith($"{mode}: ", lines[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("before")]
    [InlineData("plain")]
    [InlineData("pooled")]
    public async Task Run_LoadOfWrongEchoes_Fails(string mode)
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);

        // Each socket receives the texts of the other one, too.
        int code = await Run("load", "--mode", mode, "--sockets", "2", "--rate", "100", "--seconds", "1", "--warm-up", "0",
            "--url", $"{hub.Address}broadcast");

        Assert.Equal(1, code);
        Assert.Contains("messages were returned wrong or out of order", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_LoadOfALateHub_MeasuresAfterTheFirstEcho()
    {
        var late = new LateEndpoint();
        HubOptions options = HubTest.PatientOptions with
        {
            Endpoints = new Dictionary<string, IHubEndpoint> { ["/late"] = late },
        };
        await using HubServer hub = await HubServer.StartAsync(options);
        var time = Stopwatch.StartNew();

        int code = await Run("load", "--sockets", "1", "--rate", "10", "--seconds", "1", "--warm-up", "0",
            "--url", $"{hub.Address}late");

        Assert.Equal(0, code);
        Assert.InRange(time.Elapsed, late.Delay + TimeSpan.FromSeconds(0.9), Wait.Patience);
    }

    [Fact]
    public async Task Run_CompareAsJson_ReportsAllModes()
    {
        int code = await Run(
            "--sockets", "10", "--rate", "200", "--rounds", "2", "--seconds", "2", "--warm-up", "0", "--json");

        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        Assert.True(document.RootElement.GetProperty("passed").GetBoolean());
        JsonElement[] runs = [.. document.RootElement.GetProperty("runs").EnumerateArray()];
        Assert.Equal(["before", "plain", "pooled"], runs.Select(static run => run.GetProperty("mode").GetString()));
        Assert.All(runs, static run => Assert.InRange(run.GetProperty("client").GetProperty("received").GetInt64(), 10, 100_000));
        Assert.Contains("pooled, round 2 of 2", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Soak_LosesAndKeepsNothing()
    {
        int code = await Run("soak", "--seconds", "20", "--sockets", "60", "--rate", "600", "--json");

        Assert.DoesNotContain("check failed", _error.ToString(), StringComparison.Ordinal);
        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        JsonElement[] readings = [.. document.RootElement.GetProperty("readings").EnumerateArray()];
        Assert.InRange(readings.Length, 2, 5); // one each 4 s, and fewer on a busy machine
        Assert.InRange(readings[^1].GetProperty("echoes").GetInt64(), 100, 100_000);
        Assert.InRange(readings[^1].GetProperty("joins").GetInt64(), 62, 10_000);
    }

    private Task<int> Run(params string[] arguments) =>
        new WebSocketProgram(_output, _error, TextReader.Null).Run(arguments, CancellationToken.None);

    /// <summary>Returns each message, the first one late.</summary>
    private sealed class LateEndpoint : IHubEndpoint
    {
        private int _messages;

        public TimeSpan Delay { get; } = TimeSpan.FromSeconds(1.5);

        public void OnOpened(IHubSocket socket)
        {
        }

        public async ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
        {
            if (_messages++ == 0)
                await Task.Delay(Delay);

            await socket.SendAsync(message);
        }

        public void OnClosed(IHubSocket socket)
        {
        }
    }
}
