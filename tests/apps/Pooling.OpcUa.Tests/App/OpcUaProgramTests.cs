using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using OpcUa.App;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.App;

public sealed class OpcUaProgramTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--help")]
    [InlineData("serve", "--help")]
    [InlineData("both", "-?")]
    public async Task Run_Help_ListsEverything(params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.All(
            ["both", "serve", "client", "read", "browse", "sessions", "soak", "check", "--per-call", "--count", "--per-second",
                "--items", "--rate", "--seconds", "--warm-up", "--rounds", "--json", "--nodes", "--port", "--until-end-of-input",
                "--mode", "--url", "130"],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("unknown command 'frob'; available: both, serve, client, read, browse, sessions, soak, check", "frob")]
    [InlineData("'check' takes no options", "check", "--fast")]
    [InlineData("unknown mode 'fast'; available: before, pooled", "client", "--mode", "fast")]
    [InlineData("unknown option '--mode'", "both", "--mode", "before")]
    [InlineData("option '--items' needs a number from 1 to 1000000, not '0'", "--items", "0")]
    [InlineData("option '--rounds' needs a number from 1 to 100, not '101'", "--rounds=101")]
    [InlineData("option '--nodes' needs a number from 1 to 1000000, not 'x'", "serve", "--nodes", "x")]
    [InlineData("option '--port' needs a number from 0 to 65535, not '65536'", "serve", "--port", "65536")]
    [InlineData("option '--url' needs an address that starts with opc.tcp://, not 'http://x'", "client", "--url", "http://x")]
    [InlineData("option '--security' needs none or sign or sign-encrypt, not 'all'", "client", "--security", "all")]
    [InlineData("option '--security' needs none or sign or sign-encrypt, or a comma-separated list, not 'sign,sign'",
        "serve", "--security", "sign,sign")]
    [InlineData("option '--until-end-of-input' takes no value", "serve", "--until-end-of-input=yes")]
    public async Task Run_WrongArguments_SaysSoInOneLine(string message, params string[] arguments)
    {
        Assert.Equal(2, await Run(arguments));
        Assert.Equal($"opcua: {message} (--help lists the options)", _error.ToString().Trim());
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Run_Check_Passes()
    {
        Assert.Equal(0, await Run("check"));
        Assert.Matches("^Passed: [1-9][0-9]*, Failed: 0\n$", _output.ToString());
    }

    [Fact]
    public async Task Run_ClientWithoutServer_SaysSoInOneLine()
    {
        Assert.Equal(2, await Run("client", "--items", "1", "--url", "opc.tcp://127.0.0.1:1"));
        Assert.StartsWith("opcua: cannot subscribe at opc.tcp://127.0.0.1:1: ", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ServeOnAPortInUse_SaysSoInOneLine()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        int port = ((IPEndPoint)other.LocalEndpoint).Port;

        Assert.Equal(2, await Run("serve", "--nodes", "1", "--port", $"{port}"));
        Assert.StartsWith($"opcua: cannot listen on port {port}: ", _error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("before")]
    [InlineData("pooled")]
    public async Task Run_Client_SeesEveryValueOfTheServer(string mode)
    {
        await using OpcUaServer server = OpcUaServer.Start(Options(nodes: 200, rate: 1000));

        int code = await Run("client", "--mode", mode, "--items", "200", "--seconds", "2", "--warm-up", "0", "--url", server.EndpointUrl);

        Assert.Empty(_error.ToString());
        Assert.Equal(0, code);
        string[] lines = _output.ToString().Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(5, lines.Length); // titles, a row each second, the sum
        Assert.StartsWith($"{mode}: ", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ClientWithMoreItemsThanVariables_SaysSoInOneLine()
    {
        await using OpcUaServer server = OpcUaServer.Start(Options(nodes: 3, rate: 0));

        Assert.Equal(2, await Run("client", "--items", "4", "--url", server.EndpointUrl));
        Assert.Contains("ns=2;i=4", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ClientOfValuesThatLeap_Fails()
    {
        await using OpcUaServer server = OpcUaServer.Start(Options(nodes: 1, rate: 0));
        await using var writer = await global::OpcUa.Client.UaClient.ConnectAsync(
            server.EndpointUrl, ServerTest.PatientClient);
        using var enough = new CancellationTokenSource();
        Task writing = Task.Run(async () =>
        {
            for (double value = 1000; !enough.IsCancellationRequested; value += 1000)
            {
                await writer.WriteAsync(new global::OpcUa.Protocol.BuiltIn.NodeId(1, 2), value);
                await Task.Delay(100);
            }
        });
        int code = await Run("client", "--items", "1", "--seconds", "6", "--warm-up", "0", "--url", server.EndpointUrl);
        await enough.CancelAsync();
        await writing;

        Assert.Equal(1, code);
        Assert.Contains("opcua: check failed: ", _error.ToString(), StringComparison.Ordinal);
        Assert.Contains("do not follow their predecessor", _error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("sign-encrypt")]
    public async Task Run_BothAsJson_ReportsBothModes(string security)
    {
        using var certificates = new TemporaryFolder();
        int code = await Run("--items", "100", "--rate", "500", "--rounds", "2", "--seconds", "2", "--warm-up", "0", "--json",
            "--security", security, "--certificates", certificates.Path);

        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        Assert.True(document.RootElement.GetProperty("passed").GetBoolean());
        JsonElement[] runs = [.. document.RootElement.GetProperty("runs").EnumerateArray()];
        Assert.Equal(["before", "pooled"], runs.Select(static run => run.GetProperty("mode").GetString()));
        Assert.All(runs, static run => Assert.InRange(run.GetProperty("client").GetProperty("notifications").GetInt64(), 100, 100_000));
        Assert.All(runs, static run => Assert.Equal(2, run.GetProperty("roundLatenciesP99").GetArrayLength()));
        Assert.Contains("| notifications/s |", _error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("read", "value")]
    [InlineData("browse", "reference")]
    public async Task Run_CallsAsJson_ReportsBothModes(string command, string result)
    {
        int code = await Run(
            command, "--nodes", "300", "--rate", "500", "--per-call", "100", "--rounds", "2", "--seconds", "1", "--warm-up", "0", "--json");

        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        Assert.True(document.RootElement.GetProperty("passed").GetBoolean());
        Assert.Equal(result, document.RootElement.GetProperty("result").GetString());
        JsonElement[] runs = [.. document.RootElement.GetProperty("runs").EnumerateArray()];
        Assert.Equal(["before", "pooled"], runs.Select(static run => run.GetProperty("mode").GetString()));
        Assert.All(runs, static run => Assert.InRange(run.GetProperty("client").GetProperty("results").GetInt64(), 300, long.MaxValue));
    }

    [Fact]
    public async Task Run_ReadOfOneMode_WritesATable()
    {
        Assert.Equal(0, await Run("read", "--nodes", "50", "--rate", "0", "--rounds", "1", "--seconds", "1", "--mode", "pooled"));
        Assert.Contains("pooled, round 1 of 1: 50 nodes, 1,000 per call, 3 + 1 s", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("client: B allocated per value", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Sessions_LetsEachReceive()
    {
        int code = await Run("sessions", "--count", "30", "--seconds", "6", "--json");

        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        JsonElement result = document.RootElement.GetProperty("result");
        Assert.True(document.RootElement.GetProperty("passed").GetBoolean());
        Assert.Equal(30, result.GetProperty("receiving").GetProperty("connected").GetInt32());
        Assert.InRange(result.GetProperty("receiving").GetProperty("notifications").GetInt64(), 1, long.MaxValue);
    }

    [Fact]
    public async Task Run_SoakWithSecurityAndReconnects_LosesNothing()
    {
        using var folder = new TemporaryFolder();
        int code = await Run("soak", "--seconds", "40", "--items", "200", "--rate", "1000", "--renew", "8s",
            "--random-reconnects", "--security", "sign-encrypt", "--certificates", folder.Path, "--json");

        Assert.DoesNotContain("check failed", _error.ToString(), StringComparison.Ordinal);
        Assert.Equal(0, code);
        using var document = JsonDocument.Parse(_output.ToString());
        JsonElement last = document.RootElement.GetProperty("readings").EnumerateArray().Last();
        Assert.InRange(last.GetProperty("notifications").GetInt64(), 5_000, 100_000);
    }

    [Fact]
    public async Task Run_MoreSessionsThanTheServerTakes_Fails()
    {
        int code = await Run("sessions", "--count", "5", "--limit", "3", "--seconds", "1", "--patience", "10");

        Assert.Equal(1, code);
        Assert.Contains("opcua: check failed: 2 sessions could not be established", _error.ToString(), StringComparison.Ordinal);
        Assert.Contains("rejected with 0x807D0000: ", _output.ToString(), StringComparison.Ordinal);
    }

    private static OpcUaServerOptions Options(int nodes, int rate) =>
        new() { Port = 0, Nodes = nodes, Rate = rate, Limits = ServerTest.Patient };

    private Task<int> Run(params string[] arguments) =>
        new OpcUaProgram(_output, _error, TextReader.Null).Run(arguments, CancellationToken.None);
}
