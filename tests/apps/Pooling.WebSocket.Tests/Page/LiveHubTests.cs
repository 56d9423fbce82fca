using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using Pooling.WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.Page;

public sealed class LiveHubTests : HubTest
{
    private const int Watchers = 16; // of one address

    [Fact]
    public Task Page_ThatConnects_GetsTheLastSecondsAndThenEach() => Serve(async hub =>
    {
        for (int i = 0; i < 200; i++)
            hub.Publish(Sample(i));

        using ClientWebSocket page = await Connect(hub);
        JsonElement hello = await Receive(page);
        hub.Publish(Sample(200) with { By = null, MegabytesPerSecond = 1.5, BeforeSockets = 3 });
        JsonElement sample = await Receive(page);

        Assert.Equal("hello", hello.GetProperty("type").GetString());
        Assert.Equal("a test", hello.GetProperty("about").GetString());
        Assert.Equal("before", hello.GetProperty("chosen").GetString());
        Assert.Equal(
            Enumerable.Range(20, 180).Select(static i => 1000L * i),
            hello.GetProperty("samples").EnumerateArray().Select(static one => one.GetProperty("time").GetInt64()));
        Assert.Equal("pooled", hello.GetProperty("samples")[0].GetProperty("by").GetString());
        Assert.Equal("sample", sample.GetProperty("type").GetString());
        Assert.Equal(200_000, sample.GetProperty("time").GetInt64());
        Assert.Equal(JsonValueKind.Null, sample.GetProperty("by").ValueKind);
        Assert.Equal(1.5, sample.GetProperty("megabytes").GetDouble());
        Assert.Equal(3, sample.GetProperty("beforeSockets").GetInt32());
    });

    [Fact]
    public Task Page_ThatChooses_ChangesNewSocketsAndReportsAllPages() => Serve(async hub =>
    {
        var chosen = new List<HubMode>();
        hub.Chosen += chosen.Add;
        using ClientWebSocket one = await Connect(hub);
        using ClientWebSocket other = await Connect(hub);
        await Receive(one);
        await Receive(other);
        using ClientWebSocket old = await HubServerTests.Connect(hub.Server, "/broadcast");
        await Until(() => hub.SocketsOf(HubMode.Before) == 1);
        using ClientWebSocket plain = await ConnectAfter("plain");
        using ClientWebSocket pooled = await ConnectAfter("pooled");
        await Until(() => hub.Server.Room.Count == 3);

        HubMode[] modes = [HubMode.Before, HubMode.Plain, HubMode.Pooled];
        Assert.Equal([1, 1, 1], modes.Select(hub.SocketsOf));
        ClientWebSocket[] sockets = [old, plain, pooled];
        foreach (ClientWebSocket sender in sockets)
        {
            string text = $"from socket {Array.IndexOf(sockets, sender)}";
            await Send(sender, text);
            foreach (ClientWebSocket socket in sockets)
                Assert.Equal(text, (await HubServerTests.Receive(socket)).Text);
        }

        Assert.Equal([1, 1, 1], modes.Select(hub.ReceivedOf));
        Assert.Equal([HubMode.Plain, HubMode.Pooled], chosen);
        Assert.Equal(HubMode.Pooled, hub.GetChosen());

        async Task<ClientWebSocket> ConnectAfter(string mode)
        {
            await Send(one, $$"""{"serve":"{{mode}}"}""");
            foreach (ClientWebSocket page in new[] { one, other })
                Assert.Equal($$"""{"type":"chosen","chosen":"{{mode}}"}""", (await Receive(page)).GetRawText());

            return await HubServerTests.Connect(hub.Server, "/broadcast");
        }
    });

    [Fact]
    public Task Page_ThatChoosesWhatIsChosen_ChangesNothing() => Serve(async hub =>
    {
        hub.Chosen += _ => Assert.Fail("Nothing changes.");
        using ClientWebSocket page = await Connect(hub);
        await Receive(page);

        await Send(page, """ { "serve" : "before" } """);
        await Until(() => hub.Page.Received == 1);
        hub.Publish(Sample(1));

        Assert.Equal("sample", (await Receive(page)).GetProperty("type").GetString());
    });

    [Theory]
    [InlineData("")]
    [InlineData("before")]
    [InlineData("[\"serve\",\"before\"]")]
    [InlineData("""{"serve":"fast"}""")]
    [InlineData("""{"serve":1}""")]
    [InlineData("""{"Serve":"before"}""")]
    [InlineData("""{"serve":"before","and":"more"}""")]
    [InlineData("""{"serve":"before"}{}""")]
    [InlineData("""{"serve":"before" """)]
    public Task Page_WithAnotherCommand_IsClosed(string command) => Serve(async hub =>
    {
        using ClientWebSocket page = await Connect(hub);
        using ClientWebSocket other = await Connect(hub);
        await Receive(page);
        await Receive(other);

        await Send(page, command);

        await Assert.ThrowsAsync<IOException>(() => Receive(page));
        Assert.Equal(WebSocketCloseStatus.PolicyViolation, page.CloseStatus);
        hub.Publish(Sample(1));
        Assert.Equal("sample", (await Receive(other)).GetProperty("type").GetString());
    });

    [Fact]
    public Task Page_WithALongCommand_IsClosed() => Serve(async hub =>
    {
        using RawSocket page = await RawSocket.Connect(hub.Server, "/live");
        await page.Receive();

        await page.Send(Protocol.FrameBytes.Frame(Protocol.FrameBytes.Text, new byte[126]));

        Assert.Equal("close 1009", await page.Receive());
    });

    [Fact]
    public Task Pages_BeyondTheirLimit_AreRefusedAndKeepNobodyOut() => Serve(
        async hub =>
        {
            var pages = new List<RawSocket>();
            for (int i = 0; i < Watchers; i++)
                pages.Add(await RawSocket.Connect(hub.Server, "/live"));

            using RawSocket refused = await RawSocket.Open(hub.Server);
            Assert.StartsWith("HTTP/1.1 503 ", await refused.Ask("/live", RawSocket.Headers), StringComparison.Ordinal);
            using RawSocket user = await RawSocket.Connect(hub.Server, "/echo"); // the only one that the hub accepts
            using RawSocket second = await RawSocket.Open(hub.Server);
            Assert.StartsWith("HTTP/1.1 503 ", await second.Ask("/echo", RawSocket.Headers), StringComparison.Ordinal);
            await Until(() => hub.Server.GetStatistics().Sockets == 1 && hub.Watchers == Watchers); // counted after the answer

            pages[0].Dispose();
            await Until(() => hub.Watchers == Watchers - 1);
            using RawSocket again = await RawSocket.ConnectInTime(hub.Server, "/live");
            foreach (RawSocket page in pages)
                page.Dispose();
        },
        Patient with { Connections = 1, PerAddress = 1 });

    [Theory]
    [InlineData("https://elsewhere.example", 403)]
    [InlineData("null", 403)]
    [InlineData("http://localhost", 101)]
    public Task Page_OfAnOrigin_IsJudged(string origin, int status) => Serve(async hub =>
    {
        Dictionary<string, string> headers = RawSocket.Headers;
        headers["Origin"] = origin;
        using RawSocket page = await RawSocket.Open(hub.Server);

        Assert.StartsWith($"HTTP/1.1 {status} ", await page.Ask("/live", headers), StringComparison.Ordinal);
    });

    [Fact]
    public async Task Hub_ThatEnds_ClosesItsPages()
    {
        LiveHub hub = await LiveHub.StartAsync(PatientOptions, "a test");
        using RawSocket page = await RawSocket.Connect(hub.Server, "/live");
        await page.Receive();

        ValueTask ending = hub.DisposeAsync();

        Assert.Equal("close 1001", await page.Receive());
        page.Dispose();
        await ending;
        await Until(() => hub.Page is { Sockets: 0, Outstanding: 0 });
    }

    internal static async Task Serve(Func<LiveHub, Task> test, HubLimits? limits = null)
    {
        LiveHub hub = await LiveHub.StartAsync(new HubOptions { Limits = limits ?? Patient }, "a test");
        try
        {
            await test(hub);
        }
        finally
        {
            await hub.DisposeAsync();
        }

        await Until(() => hub.Server.GetStatistics() is { Sockets: 0, Outstanding: 0 } && hub.Page is { Sockets: 0, Outstanding: 0 });
        Assert.Equal([0, 0], new[] { HubMode.Before, HubMode.Pooled }.Select(hub.SocketsOf));
    }

    private static LiveSample Sample(int second) =>
        new() { Time = DateTimeOffset.FromUnixTimeSeconds(second), By = HubMode.Pooled };

    private static Task<ClientWebSocket> Connect(LiveHub hub) => HubServerTests.Connect(hub.Server, "/live");

    private static async Task<JsonElement> Receive(ClientWebSocket page) =>
        JsonDocument.Parse((await HubServerTests.Receive(page)).Text).RootElement;

    private static Task Send(ClientWebSocket socket, string text) =>
        socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, default);
}
