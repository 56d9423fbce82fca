using System.Net;
using System.Net.Sockets;

namespace Pooling.JsonExport;

public sealed class JsonExportProgramTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("export", "--help")]
    [InlineData("serve", "-?")]
    public async Task Run_Help_ListsEverything(params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.All(
            ["export", "serve", "load", "check", "--count", "--sink", "--writer", "--output", "--rounds", "--json", "--port", "--limit",
                "--clients", "--requests", "--abort", "--url", "130", "pooled-pipe"],
            text => Assert.Contains(text, _output.ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("a command is required; available: export, serve, load, check")]
    [InlineData("unknown command 'frob'; available: export, serve, load, check", "frob")]
    [InlineData("'check' takes no options", "check", "--fast")]
    [InlineData("option '--port' needs a number from 0 to 65535, not '65536'", "serve", "--port", "65536")]
    [InlineData("option '--limit' needs a number from 1 to 100000, not '0'", "serve", "--limit", "0")]
    [InlineData("unknown option '--verbose'", "serve", "--verbose")]
    [InlineData("option '--until-end-of-input' takes no value", "serve", "--until-end-of-input=yes")]
    [InlineData("option '--clients' needs a number from 1 to 1000, not '0'", "load", "--clients", "0")]
    [InlineData("option '--requests' needs a number from 1 to 100000, not 'many'", "load", "--requests", "many")]
    [InlineData("option '--url' needs an address that starts with http://, not 'ftp://x'", "load", "--url", "ftp://x")]
    [InlineData("option '--abort' takes no value", "load", "--abort=1")]
    public async Task Run_WrongArguments_SaysSoInOneLine(string message, params string[] arguments)
    {
        Assert.Equal(2, await Run(arguments));
        Assert.Equal($"json-export: {message} (--help lists the options)", _error.ToString().Trim());
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Run_Check_Passes()
    {
        Assert.Equal(0, await Run("check"));
        Assert.Equal("Passed: 31, Failed: 0", _output.ToString().Trim());
    }

    [Fact]
    public async Task Run_LoadWithoutServer_SaysSoInOneLine()
    {
        Assert.Equal(2, await Run("load", "--clients", "1", "--writer", "serializer", "--url", "http://127.0.0.1:1"));
        Assert.Contains("json-export: no server of this sample answers at http://127.0.0.1:1/: ", _error.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_LoadOfAnotherServer_SaysSoInOneLine()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Task answers = AnswerEverything(listener);
        var url = new Uri($"http://{listener.LocalEndpoint}/");

        Assert.Equal(2,
            await Run("load", "--clients", "1", "--requests", "1", "--count", "1", "--writer", "serializer", "--url", url.ToString()));

        listener.Stop();
        await answers;
        Assert.Contains($"json-export: no server of this sample answers at {url}: ", _error.ToString(), StringComparison.Ordinal);
    }

    private static async Task AnswerEverything(TcpListener listener)
    {
        try
        {
            while (true)
            {
                using TcpClient client = await listener.AcceptTcpClientAsync();
                using NetworkStream stream = client.GetStream();
                if (await stream.ReadAsync(new byte[4096]) > 0) // otherwise the client sent no request
                {
                    await stream.WriteAsync(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\nConnection: close\r\n\r\n<>"u8.ToArray());
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or InvalidOperationException)
        {
            // The listener was stopped during or before the wait.
        }
    }

    private Task<int> Run(params string[] arguments) =>
        new JsonExportProgram(_output, _error, TextReader.Null).Run(arguments, CancellationToken.None);
}
