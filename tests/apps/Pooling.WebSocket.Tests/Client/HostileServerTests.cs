using System.Net.Sockets;
using System.Net.WebSockets;
using WebSockets.Client;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Tests servers over real connections that flood the client, are busy, or close without a code.</summary>
public sealed class HostileServerTests
{
    private static readonly byte[] s_ping = [0x89, 0x00];
    private static readonly byte[] s_pong = [0x8A, 0x03, 1, 2, 3];
    private static readonly byte[] s_emptyFragment = [0x00, 0x00];
    private static readonly byte[] s_textBegins = [0x01, 0x01, (byte)'a'];

    private readonly TaskCompletionSource<Disconnection> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly RecordingHandler _handler = new();

    public static TheoryData<byte[], byte[]> Floods { get; } = new()
    {
        { Array.Empty<byte>(), s_ping },
        { Array.Empty<byte>(), s_pong },
        { s_textBegins, s_emptyFragment },
    };

    [Theory]
    [MemberData(nameof(Floods))]
    public async Task Flood_OfFramesThatBringNothing_EndsTheConnection(byte[] first, byte[] frame)
    {
        using var server = new HostileServer((_, stream, key) => Flood(stream, key, first, frame));
        await using ReconnectingWebSocketClient client = Create(server, Options());

        await client.StartAsync().WaitAsync(Wait.Patience);

        Disconnection why = await _ended.Task.WaitAsync(Wait.Patience);
        Assert.Equal(DisconnectReason.TooManyFrames, why.Reason);
        Assert.IsType<WebSocketException>(why.Error);
        Assert.IsType<TooManyFramesException>(why.Error.InnerException);
    }

    [Fact]
    public async Task Frames_BelowTheLimit_AreNoFlood()
    {
        byte[] message = [0x81, 0x02, (byte)'o', (byte)'k'];
        byte[] most = [.. Enumerable.Repeat(s_ping, 100).SelectMany(static one => one), .. message];
        using var server = new HostileServer(async (_, stream, key) =>
        {
            await HostileServer.Upgrade(stream, key, most);
            await Task.Delay(Timeout.Infinite);
        });
        ConnectionOptions options = Options() with
        {
            EmptyFramesPerSecond = 100,
            CloseTimeout = TimeSpan.FromSeconds(1), // the server does not answer
        };
        await using ReconnectingWebSocketClient client = Create(server, options);
        await client.StartAsync().WaitAsync(Wait.Patience);

        await Wait.Until(() => client.Received == 1);

        Assert.Equal(ClientState.Connected, client.State);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Close_WithoutACode_IsReportedAsEmpty(bool hasCode)
    {
        byte[] close = hasCode ? [0x88, 0x02, 0x03, 0xE8] : [0x88, 0x00];
        var answer = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var server = new HostileServer(async (_, stream, key) =>
        {
            await HostileServer.Upgrade(stream, key, close);
            byte[] bytes = new byte[8];
            await stream.ReadExactlyAsync(bytes);
            answer.TrySetResult(bytes); // the client comes back
        });
        ConnectionOptions options = Options() with { CloseTimeout = TimeSpan.FromMinutes(1) };
        await using ReconnectingWebSocketClient client = Create(server, options);
        await client.StartAsync().WaitAsync(Wait.Patience);

        Disconnection why = await _ended.Task.WaitAsync(Wait.Patience);

        Assert.Equal(DisconnectReason.ClosedByPeer, why.Reason);
        Assert.Equal(hasCode ? WebSocketCloseStatus.NormalClosure : WebSocketCloseStatus.Empty, why.CloseStatus);
        byte[] frame = await answer.Task.WaitAsync(Wait.Patience);
        Assert.Equal(0x88, frame[0]);
        byte[] code = [(byte)(frame[6] ^ frame[2]), (byte)(frame[7] ^ frame[3])];
        Assert.Equal([0x03, 0xE8], code); // 1005 is never in a frame
    }

    [Theory]
    [InlineData("503 Service Unavailable", "2", 2)]
    [InlineData("429 Too Many Requests", "1", 1)]
    [InlineData("503 Service Unavailable", "86400", 3)] // clamped
    [InlineData("503 Service Unavailable", "Thu, 01 Jan 1970 00:00:00 GMT", 0)]
    [InlineData("503 Service Unavailable", "nonsense", 0)]
    [InlineData("404 Not Found", "2", 0)]
    public async Task RetryAfter_OfAServerThatIsBusy_IsObeyed(string status, string retryAfter, int seconds)
    {
        using var server = new HostileServer((number, stream, key) => number == 0
            ? HostileServer.Say(stream, $"HTTP/1.1 {status}", $"Retry-After: {retryAfter}", "Content-Length: 0")
            : HostileServer.Upgrade(stream, key));
        await using ReconnectingWebSocketClient client = Create(server, Options() with { MaxRetryAfter = TimeSpan.FromSeconds(3) });
        var failures = new List<Disconnection>();
        client.ConnectFailed += failures.Add;
        long start = Environment.TickCount64;

        await client.StartAsync().WaitAsync(Wait.Patience);

        Assert.InRange(Environment.TickCount64 - start, seconds * 999, (seconds * 1250) + 20_000);
        Assert.True(Assert.Single(failures).WillReconnect);
        if (seconds == 2)
            Assert.Equal(TimeSpan.FromSeconds(2), failures[0].RetryAfter);
    }

    [Fact]
    public async Task StartAsync_WithoutRetry_FailsWithTheFirstAttempt()
    {
        using var server = new HostileServer(
            static (_, stream, _) => HostileServer.Say(stream, "HTTP/1.1 403 Forbidden", "Content-Length: 0"));
        await using ReconnectingWebSocketClient client = Create(server, Options());
        var failures = new List<Disconnection>();
        client.ConnectFailed += failures.Add;

        WebSocketException error = await Assert.ThrowsAsync<WebSocketException>(
            () => client.StartAsync(retriesFirst: false).WaitAsync(Wait.Patience));

        Assert.Contains("403", error.InnerException!.Message, StringComparison.Ordinal);
        Assert.False(Assert.Single(failures).WillReconnect);
        Assert.Equal((ClientState.Closed, 1), (client.State, server.Connections));
    }

    [Fact]
    public async Task StartAsync_WithoutRetry_ReconnectsAfterTheFirstConnection()
    {
        using var server = new HostileServer(async (number, stream, key) =>
        {
            if (number == 1)
            {
                await HostileServer.Say(stream, "HTTP/1.1 500 Internal Server Error", "Content-Length: 0");
                return;
            }

            await HostileServer.Upgrade(stream, key, [0x88, 0x00]);
            await Task.Delay(100);
        });
        await using ReconnectingWebSocketClient client = Create(server, Options());

        await client.StartAsync(retriesFirst: false).WaitAsync(Wait.Patience);

        await Wait.Until(() => client.Connections >= 2);
    }

    private static async Task Flood(NetworkStream stream, string key, byte[] first, byte[] frame)
    {
        await HostileServer.Upgrade(stream, key, first);
        byte[] batch = [.. Enumerable.Repeat(frame, 1000).SelectMany(static one => one)];
        Task reading = stream.CopyToAsync(Stream.Null);
        while (!reading.IsCompleted)
            await stream.WriteAsync(batch);
    }

    private static ConnectionOptions Options() => new()
    {
        ConnectTimeout = TimeSpan.FromMinutes(1),
        ReconnectDelay = TimeSpan.FromMilliseconds(10),
        MaxReconnectDelay = TimeSpan.FromMilliseconds(10),
    };

    private ReconnectingWebSocketClient Create(HostileServer server, ConnectionOptions connection)
    {
        var client = new ReconnectingWebSocketClient(
            server.Address, _handler, new ReconnectingClientOptions { Connection = connection });
        client.Disconnected += why => _ended.TrySetResult(why);
        return client;
    }
}
