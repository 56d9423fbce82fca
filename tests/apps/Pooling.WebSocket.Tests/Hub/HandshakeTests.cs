using System.Text;
using WebSockets.Hub.Hosting;

namespace Pooling.WebSockets.Hub;

public sealed class HandshakeTests : HubTest
{
    [Theory]
    [InlineData(404, "", "", "/nothing")]
    [InlineData(405, "", "", "/echo", "POST")]
    [InlineData(426, "Upgrade", null)]
    [InlineData(426, "Upgrade", "h2c")]
    [InlineData(426, "Connection", "keep-alive")]
    [InlineData(426, "Sec-WebSocket-Version", "8")]
    [InlineData(426, "Sec-WebSocket-Version", "13, 8")]
    [InlineData(426, "Sec-WebSocket-Version", null)]
    [InlineData(400, "Sec-WebSocket-Key", null)]
    [InlineData(400, "Sec-WebSocket-Key", "")]
    [InlineData(400, "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAAA")]
    [InlineData(400, "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAA")]
    [InlineData(400, "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAAAA")]
    [InlineData(400, "Sec-WebSocket-Key", "!!!!!!!!!!!!!!!!!!!!!!!!")]
    [InlineData(403, "Origin", "https://elsewhere.example")]
    [InlineData(403, "Origin", "null")]
    [InlineData(403, "Origin", "http://localhost:1")]
    [InlineData(101, "Origin", "http://localhost")]
    [InlineData(101, "Origin", "https://friend.example")]
    [InlineData(101, "Upgrade", "WebSocket")]
    [InlineData(101, "Connection", "keep-alive, UPGRADE")]
    [InlineData(101, "Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")]
    [InlineData(101, "Sec-WebSocket-Protocol", "soap, wamp")]
    public Task Request_WithAHeader_IsAnswered(
        int status, string name, string? value, string path = "/echo", string method = "GET") => Serve(
        async hub =>
        {
            Dictionary<string, string> headers = RawSocket.Headers;
            if (value is null)
                headers.Remove(name);
            else if (name.Length > 0)
                headers[name] = value;

            using RawSocket socket = await RawSocket.Open(hub);
            string head = await socket.Ask(path, headers, method);

            Assert.StartsWith($"HTTP/1.1 {status} ", head, StringComparison.Ordinal);
            Assert.Equal(name == "Sec-WebSocket-Extensions", head.Contains("Sec-WebSocket-Extensions", StringComparison.OrdinalIgnoreCase));
            Assert.DoesNotContain("Sec-WebSocket-Protocol", head, StringComparison.OrdinalIgnoreCase);
            if (status == 426 && name == "Sec-WebSocket-Version")
                Assert.Contains("Sec-WebSocket-Version: 13", head, StringComparison.OrdinalIgnoreCase);

            if (status == 101)
                Assert.Contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", head, StringComparison.Ordinal);
        },
        PatientOptions with { Origins = ["https://friend.example"] });

    [Fact]
    public Task Request_OfAPageThatTookAnotherName_IsRefused() => Serve(async hub =>
    {
        Dictionary<string, string> headers = RawSocket.Headers;
        (headers["Host"], headers["Origin"]) = ("evil.example", "http://evil.example");
        using RawSocket socket = await RawSocket.Open(hub);

        Assert.StartsWith("HTTP/1.1 403 ", await socket.Ask("/echo", headers), StringComparison.Ordinal);
    });

    [Fact]
    public Task Request_WithTooMuchInItsHead_IsRefused() => Serve(async hub =>
    {
        Dictionary<string, string> headers = RawSocket.Headers;
        headers["X-Long"] = new string('x', 20_000);
        using RawSocket socket = await RawSocket.Open(hub);

        Assert.StartsWith("HTTP/1.1 431 ", await socket.Ask("/echo", headers), StringComparison.Ordinal);
    });

    [Fact]
    public Task Request_BeyondALimit_Is503_AndFitsAgainLater() => Serve(
        async hub =>
        {
            var sockets = new List<RawSocket>();
            for (int i = 0; i < 3; i++)
                sockets.Add(await RawSocket.Connect(hub, "/echo"));

            using RawSocket refused = await RawSocket.Open(hub);
            string head = await refused.Ask("/echo", RawSocket.Headers);
            Assert.StartsWith("HTTP/1.1 503 ", head, StringComparison.Ordinal);
            Assert.Contains("Retry-After", head, StringComparison.OrdinalIgnoreCase);

            await Until(() => hub.GetStatistics().Sockets == 3); // counted after the answer
            sockets[0].Dispose();
            await Until(() => hub.GetStatistics().Sockets == 2);
            using RawSocket again = await RawSocket.ConnectInTime(hub, "/echo");
            foreach (RawSocket socket in sockets)
                socket.Dispose();
        },
        new HubOptions { Limits = Patient with { Connections = 10, PerAddress = 3 } });

    [Fact]
    public Task Http2_IsReferredToHttp11() => Serve(async hub =>
    {
        using RawSocket socket = await RawSocket.Open(hub);
        await socket.Send([.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, 0, 0, 0, 4, 0, 0, 0, 0, 0]);

        // A frame of type GOAWAY with the error HTTP_1_1_REQUIRED, after Kestrel's settings.
        string answer = await socket.ReadToEnd();
        Assert.Contains("0000000D", answer, StringComparison.Ordinal);
    });

    [Fact]
    public Task Handshake_ThatDoesNotCome_EndsTheConnection() => Serve(
        async hub =>
        {
            using RawSocket silent = await RawSocket.Open(hub);
            using RawSocket half = await RawSocket.Open(hub);
            await half.Send(Encoding.ASCII.GetBytes("GET /echo HTTP/1.1\r\nHost: local"));

            await silent.ReadToEnd();
            await half.ReadToEnd();
        },
        new HubOptions { Limits = Patient with { Handshake = TimeSpan.FromSeconds(1) } });
}
