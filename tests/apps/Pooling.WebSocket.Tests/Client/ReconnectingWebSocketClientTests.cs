using System.Buffers;
using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text;
using Pooling.Buffers;
using Pooling.WebSockets.Hub;
using Pooling.WebSockets.Protocol;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;
using WebSockets.Hub;
using WebSockets.Protocol.Compression;

namespace Pooling.WebSockets.Client;

/// <summary>Tests the client with a real hub, over real sockets.</summary>
public sealed class ReconnectingWebSocketClientTests
{
    private readonly RecordingHandler _handler = new();
    private readonly ConcurrentQueue<Disconnection> _disconnections = [];

    [Fact]
    public async Task Start_HubGoesAndComesBack_SendsWhatWaited()
    {
        HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        int port = hub.Port;
        await using ReconnectingWebSocketClient client = Create(hub);
        await client.StartAsync();
        client.SendText("one");
        await Wait.Until(() => _handler.Messages.Length == 1);

        await hub.DisposeAsync();
        await Wait.Until(() => client.State != ClientState.Connected);
        client.SendText("two");
        hub = await HubServer.StartAsync(HubTest.PatientOptions with { Port = port });
        await using (hub)
        {
            await Wait.Until(() => _handler.Messages.Length == 2);
            await client.CloseAsync();
        }

        Assert.Equal(["one", "two"], _handler.Messages);
        Assert.Equal(
            [
                (DisconnectReason.ClosedByPeer, WebSocketCloseStatus.EndpointUnavailable),
                (DisconnectReason.ClosedByUser, WebSocketCloseStatus.NormalClosure),
            ],
            _disconnections.Select(static why => (why.Reason, why.CloseStatus!.Value)));
    }

    [Fact]
    public async Task SendTooLong_HubSaysSo_IsTheReason()
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        await using ReconnectingWebSocketClient client = Create(hub);
        await client.StartAsync();

        client.Send(new byte[(1 << 20) + 1]);

        await Wait.Until(() => !_disconnections.IsEmpty);
        Disconnection why = _disconnections.First();
        Assert.Equal(
            (DisconnectReason.ClosedByPeer, WebSocketCloseStatus.MessageTooBig),
            (why.Reason, why.CloseStatus));
        await Wait.Until(() => client.Connections > 1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(125)]
    [InlineData(126)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(1 << 20)]
    public async Task Send_EveryLength_ComesBackWhole(int length)
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        await using ReconnectingWebSocketClient client = Create(hub);
        await client.StartAsync();
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        string text = new('x', length);

        client.Send(data);
        client.SendText(text);
        await Wait.Until(() => _handler.Messages.Length == 2);

        Assert.Equal([$"{length}:{Convert.ToHexString(data)}", text], _handler.Messages);
    }

    [Fact]
    public async Task Start_NotAHub_ReportsEachAttempt()
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        var failures = new List<Disconnection>();
        await using var client = new ReconnectingWebSocketClient(new Uri(hub.Address, "nothing"), _handler, Options());
        client.ConnectFailed += failures.Add;
        Task starting = client.StartAsync();

        await Wait.Until(() => failures.Count > 2);
        await client.DisposeAsync();

        await Assert.ThrowsAsync<WebSocketException>(() => starting);
        Assert.All(failures, static why => Assert.Equal(DisconnectReason.ConnectFailed, why.Reason));
        Assert.All(failures, static why => Assert.IsType<WebSocketException>(why.Error));
        Assert.Empty(_disconnections);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Send_WithCompression_ComesBackCompressed(bool keepsContext)
    {
        var deflate = new DeflateOptions { ServerContextTakeover = keepsContext, ClientContextTakeover = keepsContext };
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions with { Deflate = deflate });
        await using ReconnectingWebSocketClient client = Create(hub, Options() with { Deflate = new WebSocketDeflateOptions() });
        await client.StartAsync();
        string[] texts = [.. new[] { 200, 5000, 100_000 }.Select(static length => Encoding.ASCII.GetString(DeflateBytes.JsonText(length)))];

        foreach (string text in texts)
            client.SendText(text);

        await Wait.Until(() => _handler.Messages.Length == texts.Length);
        Assert.Equal(texts, _handler.Messages);
        Assert.Equal(3, hub.GetStatistics().Deflated);
        Assert.True(hub.GetStatistics().BytesSent < 60_000);
    }

    [Theory]
    [InlineData(2 << 20)]
    [InlineData(64 << 20)]
    public async Task Receive_OfAMessageThatGrowsTooLong_EndsBeforeMemoryDoes(int length)
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        using var arrays = new BufferWriterPool();
        await using ReconnectingWebSocketClient client = Create(
            hub, Options() with { Deflate = new WebSocketDeflateOptions(), Pool = arrays }, "broadcast");
        await client.StartAsync();
        await Wait.Until(() => hub.Room.Count == 1);

        hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(new byte[length]), IsText: false));

        await Wait.Until(() => !_disconnections.IsEmpty);
        Disconnection why = _disconnections.First();
        Assert.Equal(
            (DisconnectReason.MessageTooLong, WebSocketCloseStatus.MessageTooBig),
            (why.Reason, why.CloseStatus));
        Assert.InRange(arrays.GetStatistics().RetainedBytes, 0, 4 << 20);
        Assert.Empty(_handler.Messages);
    }

    private static ReconnectingClientOptions Options() => new()
    {
        Connection = new ConnectionOptions
        {
            ReconnectDelay = TimeSpan.FromMilliseconds(10),
            MaxReconnectDelay = TimeSpan.FromMilliseconds(100),
            ConnectTimeout = TimeSpan.FromMinutes(1), // for a busy machine, and so are the next ones
            SendTimeout = TimeSpan.FromMinutes(1),
            CloseTimeout = TimeSpan.FromMinutes(1),
        },
        Outbox = new OutboxOptions { Capacity = 10 },
    };

    private ReconnectingWebSocketClient Create(HubServer hub, ReconnectingClientOptions? options = null, string path = "echo")
    {
        var client = new ReconnectingWebSocketClient(new Uri(hub.Address, path), _handler, options ?? Options());
        client.Disconnected += _disconnections.Enqueue;
        return client;
    }
}
