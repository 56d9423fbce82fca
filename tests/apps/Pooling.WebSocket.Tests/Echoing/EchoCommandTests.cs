using System.Net;
using System.Net.Sockets;
using WebSockets.App;

namespace Pooling.WebSockets.Echoing;

public sealed class EchoCommandTests
{
    [Theory]
    [InlineData("echo --url http://127.0.0.1:9001", "--url")]
    [InlineData("echo --cases 0", "--cases")]
    [InlineData("echo --parallel 1001", "--parallel")]
    [InlineData("echo --max-message 0", "--max-message")]
    [InlineData("echo --port 1", "--port")]
    public async Task Run_OptionThatIsWrong_NamesIt(string arguments, string option)
    {
        var error = new StringWriter();

        int code = await Program(error).Run(arguments.Split(' '), CancellationToken.None);

        Assert.Equal(ExitCode.Usage, code);
        Assert.Contains(option, error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_NobodyListens_Fails()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        string url = $"ws://{listener.LocalEndpoint}";
        listener.Stop();

        int code = await Program(new StringWriter()).Run(["echo", "--url", url, "--cases", "3"], CancellationToken.None);

        Assert.Equal(ExitCode.Failure, code);
    }

    private static WebSocketProgram Program(TextWriter error) => new(new StringWriter(), error, new StringReader(""));
}
