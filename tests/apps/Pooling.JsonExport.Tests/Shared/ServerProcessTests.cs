namespace Pooling.Samples;

public sealed class ServerProcessTests
{
    [Fact]
    public async Task Listening_ProgramThatEnds_Throws()
    {
        await using ServerProcess server = ServerProcess.Start(static _ => { }, "check");

        await Assert.ThrowsAsync<IOException>(() => server.Listening(CancellationToken.None));
        await Assert.ThrowsAsync<IOException>(() => server.Ask<object>("report", CancellationToken.None));
    }

    [Fact]
    public async Task Start_Server_ReportsItsAddressAndOtherLines()
    {
        var line = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ServerProcess server = ServerProcess.Start(
            text => line.TrySetResult(text), "serve", "--port", "0", "--until-end-of-input");

        Assert.StartsWith("http://127.0.0.1:", await server.Listening(CancellationToken.None), StringComparison.Ordinal);
        Assert.StartsWith("GET /customers/", await line.Task, StringComparison.Ordinal);
    }
}
