using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pooling.JsonExport.Serving;

/// <summary>Tests connections that are too many, too slow or not HTTP, and requests that are too long or for another host.</summary>
public sealed class ConnectionLimitTests
{
    private static readonly ServingLimits s_few = new() { Connections = 4, ConnectionsOfClient = 2 };

    [Fact]
    public async Task Connect_MoreThanOneClientMay_AreClosedAndOthersServed()
    {
        await using ExportServer server = await Start(s_few);
        using RawClient first = await Served(server);
        using RawClient second = await Served(server);

        await AssertIsClosed(server);
        if (RawClient.HasOther)
        {
            using RawClient bystander = await RawClient.Get(server.Address, "/", RawClient.Other);
            Assert.Equal(200, RawClient.StatusOf(await bystander.ReadHeaders()));
        }

        first.Dispose();
        await AssertEventuallyServed(server);
    }

    [Fact]
    public async Task Connect_AllPlacesTakenByOneClient_AnotherGetsThatOfItsOldest()
    {
        if (!RawClient.HasOther)
            return; // this machine has one loopback address

        await using ExportServer server = await Start(s_few with { Connections = 3, ConnectionsOfClient = 3 });
        using RawClient oldest = await RawClient.Connect(server.Address);
        using RawClient second = await Served(server);
        using RawClient third = await Served(server);

        using RawClient other = await RawClient.Get(server.Address, "/", RawClient.Other);

        Assert.Equal(200, RawClient.StatusOf(await other.ReadHeaders()));
        Assert.Empty(await oldest.ReadToEnd());
    }

    [Fact]
    public async Task Connect_MoreThanAllMay_AreClosed()
    {
        await using ExportServer server = await Start(s_few with { Connections = 2, ConnectionsOfClient = 10 });
        using RawClient first = await Served(server);
        using RawClient second = await Served(server);

        await AssertIsClosed(server);
        second.Dispose();
        await AssertEventuallyServed(server);
    }

    [Fact]
    public async Task Send_HeadersTooSlowly_IsClosed()
    {
        await using ExportServer server = await Start(s_few with { HeadersTimeout = TimeSpan.FromSeconds(1) });
        using RawClient client = await RawClient.Connect(server.Address);

        await client.Send("GET / HTTP/1.1\r\nHost: local");

        Assert.Equal(408, RawClient.StatusOf(await client.ReadToEnd()));
    }

    [Fact]
    public async Task Connect_SendsNothing_IsClosed()
    {
        await using ExportServer server = await Start(s_few with { IdleTimeout = TimeSpan.FromSeconds(1) });
        using RawClient client = await RawClient.Connect(server.Address);

        Assert.Empty(await client.ReadToEnd());
    }

    [Theory]
    [InlineData("localhost", 200)]
    [InlineData("LOCALHOST:1", 200)]
    [InlineData("127.0.0.1:5080", 200)]
    [InlineData("[::1]", 200)]
    [InlineData("evil.example", 400)]
    [InlineData("evil.example:5080", 400)]
    [InlineData("127.0.0.1.evil.example", 400)]
    [InlineData("localhost.evil.example", 400)]
    [InlineData("evil.example@localhost", 400)]
    [InlineData("evil.example localhost", 400)]
    [InlineData("localhost\r\nHost: evil.example", 400)]
    [InlineData("0.0.0.0", 400)]
    [InlineData("[::]", 400)]
    [InlineData("*", 400)]
    [InlineData("", 400)]
    public async Task Get_Host_MustBeThisMachine(string host, int status)
    {
        await using ExportServer server = await Start(s_few);

        string response = await Answer(server, $"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");

        Assert.Equal(status, RawClient.StatusOf(response));
        Assert.DoesNotContain("evil", response, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.0\r\n\r\n", 400)]
    [InlineData("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400)]
    [InlineData("GET /customers/odata%00?count=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400)]
    [InlineData("\u0016\u0003\u0001\r\n\r\n", 400)] // TLS
    public async Task Send_Odd_IsRefused(string request, int status)
    {
        await using ExportServer server = await Start(s_few);

        Assert.Equal(status, RawClient.StatusOf(await Answer(server, request)));
    }

    [Theory]
    [InlineData(ServingLimits.BytesOfRequestLine + 1, 0, 0, 414)]
    [InlineData(0, ServingLimits.BytesOfHeaders + 1, 0, 431)]
    [InlineData(0, 0, ServingLimits.Headers + 1, 431)]
    [InlineData(100, 1000, 10, 200)]
    public async Task Send_TooLong_IsRefused(int path, int header, int headers, int status)
    {
        await using ExportServer server = await Start(s_few);
        var request = new StringBuilder($"GET /?{new string('x', path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        request.Append($"X: {new string('x', header)}\r\n");
        for (int i = 0; i < headers; i++)
            request.Append($"X{i}: x\r\n");

        Assert.Equal(status, RawClient.StatusOf(await Answer(server, request.Append("\r\n").ToString())));
    }

    [Theory]
    [InlineData("Content-Length: 1000000000")]
    [InlineData("Transfer-Encoding: chunked")]
    public async Task Get_WithBody_IsAnsweredAndClosed(string header)
    {
        await using ExportServer server = await Start(s_few);
        using RawClient client = await RawClient.Connect(server.Address);

        await client.Send($"GET / HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n");

        string response = await client.ReadToEnd(); // to its end: no part of the body is read
        Assert.StartsWith("HTTP/1.1 ", response, StringComparison.Ordinal);
    }

    private static Task<ExportServer> Start(ServingLimits limits) =>
        ExportServer.Start(new ServeOptions { Port = 0, Limit = 10, Limits = limits });

    private static async Task AssertIsClosed(ExportServer server)
    {
        try
        {
            using RawClient client = await RawClient.Connect(server.Address);
            Assert.Empty(await client.ReadToEnd());
        }
        catch (SocketException exception)
        {
            Assert.Equal(SocketError.ConnectionReset, exception.SocketErrorCode); // closed before the client knows that it is connected
        }
    }

    private static async Task<RawClient> Served(ExportServer server)
    {
        RawClient client = await RawClient.Get(server.Address, "/");
        await client.ReadHeaders();
        return client;
    }

    private static async Task<string> Answer(ExportServer server, string request)
    {
        using RawClient client = await RawClient.Connect(server.Address);
        await client.Send(request);
        return await client.ReadToEnd();
    }

    /// <summary>Checks that a connection is served. The server detects the end of another connection a moment later.</summary>
    private static async Task AssertEventuallyServed(ExportServer server)
    {
        using var client = new HttpClient { BaseAddress = server.Address };
        for (int i = 0; ; i++)
        {
            try
            {
                Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("")).StatusCode);
                return;
            }
            catch (HttpRequestException) when (i < 1000)
            {
                await Task.Delay(20);
            }
        }
    }
}
