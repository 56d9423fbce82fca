using System.Net;
using System.Net.WebSockets;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests sockets over HTTP/2 with the clients of .NET.</summary>
public sealed class Http2Tests : HubTest
{
    private static readonly HubOptions s_options = new() { Http2Port = 0, Limits = Patient with { PerAddress = 3 } };

    [Theory]
    [InlineData(HubMode.Pooled, false)]
    [InlineData(HubMode.Pooled, true)]
    [InlineData(HubMode.Before, false)]
    [InlineData(HubMode.Before, true)]
    [InlineData(HubMode.Plain, false)]
    [InlineData(HubMode.Plain, true)]
    public Task Echo_OverAnExtendedConnect_IsTheMessage(HubMode mode, bool isCompressed) => Serve(
        async hub =>
        {
            using var handler = new SocketsHttpHandler();
            using var invoker = new HttpMessageInvoker(handler);
            using ClientWebSocket first = await Connect(hub, invoker, isCompressed);
            using ClientWebSocket second = await Connect(hub, invoker, isCompressed); // over the same connection
            foreach (int length in new[] { 0, 1, 1000, 70_000, 1 << 20 })
            {
                byte[] data = DeflateBytes.JsonText(length, seed: 2);
                foreach (ClientWebSocket client in new[] { first, second })
                {
                    Task sending = client.SendAsync(data, WebSocketMessageType.Text, true, default);
                    Assert.Equal(data, await Receive(client, length));
                    await sending;
                }
            }

            Assert.Equal(2, hub.GetStatistics().Sockets);
            Assert.Equal(isCompressed && mode == HubMode.Pooled, hub.GetStatistics().Deflated > 0);
            await first.CloseAsync(WebSocketCloseStatus.NormalClosure, "enough", default);
            Assert.Equal(WebSocketCloseStatus.NormalClosure, first.CloseStatus);
            second.Abort();
        },
        s_options,
        mode);

    [Fact]
    public Task Message_ThatIsTooLong_Closes1009OverHttp2Too() => Serve(
        async hub =>
        {
            using var invoker = new HttpMessageInvoker(new SocketsHttpHandler());
            using ClientWebSocket client = await Connect(hub, invoker, isCompressed: false);
            await client.SendAsync(new byte[10], WebSocketMessageType.Binary, true, default);
            await Receive(client, 10);
            _ = client.SendAsync(new byte[2 << 20], WebSocketMessageType.Binary, true, default); // is not read to its end

            ValueWebSocketReceiveResult result = await client.ReceiveAsync(new byte[100].AsMemory(), default);

            Assert.Equal(WebSocketMessageType.Close, result.MessageType);
            Assert.Equal(WebSocketCloseStatus.MessageTooBig, client.CloseStatus);
        },
        s_options);

    [Fact]
    public Task Hub_ThatEnds_SaysSoOverHttp2() => Serve(
        async hub =>
        {
            using var invoker = new HttpMessageInvoker(new SocketsHttpHandler());
            using ClientWebSocket client = await Connect(hub, invoker, isCompressed: false);
            Task ending = hub.DisposeAsync().AsTask();

            await client.ReceiveAsync(new byte[100].AsMemory(), default);

            Assert.Equal(WebSocketCloseStatus.EndpointUnavailable, client.CloseStatus);
            await client.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default);
            await ending;
        },
        s_options);

    [Theory]
    [InlineData("/echo", "", HttpStatusCode.BadRequest, "extended CONNECT")]
    [InlineData("/nothing", "", HttpStatusCode.NotFound, "endpoint")]
    public Task Request_ThatIsNoSocket_GetsAReason(string path, string origin, HttpStatusCode status, string reason) => Serve(
        async hub =>
        {
            using var client = new HttpClient { DefaultRequestVersion = HttpVersion.Version20 };
            client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
            if (origin.Length > 0)
                client.DefaultRequestHeaders.Add("Origin", origin);

            var address = new UriBuilder(hub.Http2Address!) { Scheme = "http", Path = path };
            using HttpResponseMessage response = await client.GetAsync(address.Uri);

            Assert.Equal(HttpVersion.Version20, response.Version);
            Assert.Equal(status, response.StatusCode);
            Assert.Contains(reason, Assert.Single(response.Headers.GetValues("Reason")), StringComparison.Ordinal);
        },
        s_options);

    [Theory]
    [InlineData("/echo", "https://elsewhere.example", HttpStatusCode.Forbidden)]
    [InlineData("/nothing", null, HttpStatusCode.NotFound)]
    public Task Socket_ThatIsRefused_HasTheStatus(string path, string? origin, HttpStatusCode status) => Serve(
        async hub =>
        {
            using var invoker = new HttpMessageInvoker(new SocketsHttpHandler());
            using ClientWebSocket client = Create();
            if (origin is not null)
                client.Options.SetRequestHeader("Origin", origin);

            await Assert.ThrowsAsync<WebSocketException>(() => client.ConnectAsync(new Uri(hub.Http2Address!, path), invoker, default));

            Assert.Equal(status, client.HttpStatusCode);
        },
        s_options);

    [Fact]
    public Task Sockets_BeyondThoseOfAnAddress_Are503() => Serve(
        async hub =>
        {
            using var invoker = new HttpMessageInvoker(new SocketsHttpHandler());
            var clients = new List<ClientWebSocket>();
            for (int i = 0; i < 3; i++)
                clients.Add(await Connect(hub, invoker, isCompressed: false));

            using ClientWebSocket refused = Create();
            await Assert.ThrowsAsync<WebSocketException>(() => refused.ConnectAsync(new Uri(hub.Http2Address!, "/echo"), invoker, default));

            Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.HttpStatusCode);
            foreach (ClientWebSocket client in clients)
                client.Abort();
        },
        s_options);

    private static ClientWebSocket Create()
    {
        var client = new ClientWebSocket();
        client.Options.HttpVersion = HttpVersion.Version20;
        client.Options.HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        client.Options.CollectHttpResponseDetails = true;
        return client;
    }

    private static async Task<ClientWebSocket> Connect(HubServer hub, HttpMessageInvoker invoker, bool isCompressed)
    {
        ClientWebSocket client = Create();
        client.Options.DangerousDeflateOptions = isCompressed ? new WebSocketDeflateOptions() : null;
        await client.ConnectAsync(new Uri(hub.Http2Address!, "/echo"), invoker, default);
        Assert.Equal(HttpStatusCode.OK, client.HttpStatusCode);
        return client;
    }

    private static async Task<byte[]> Receive(ClientWebSocket client, int length)
    {
        byte[] buffer = new byte[length + 1];
        int received = 0;
        ValueWebSocketReceiveResult part;
        do
        {
            part = await client.ReceiveAsync(buffer.AsMemory(received), default);
            received += part.Count;
        }
        while (!part.EndOfMessage);
        return buffer[..received];
    }
}
