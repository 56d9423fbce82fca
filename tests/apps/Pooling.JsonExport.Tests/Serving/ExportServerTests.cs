using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json;
using Pooling.JsonExport.Loading;

namespace Pooling.JsonExport.Serving;

/// <summary>Tests a real server with real connections.</summary>
public sealed class ExportServerTests : IAsyncLifetime
{
    private const int Limit = 5000;
    private const int Many = 40_000;

    private ExportServer _server = null!;
    private HttpClient _client = null!;

    public static TheoryData<string> Writers() => [.. ExportContenders.All.Select(static contender => contender.Name)];

    public async ValueTask InitializeAsync()
    {
        _server = await ExportServer.Start(new ServeOptions { Port = 0, Limit = Limit });
        _client = LoadRun.CreateClient(_server.Address);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task Get_Root_ListsTheWriters()
    {
        JsonElement[] writers = (await _client.GetFromJsonAsync<JsonElement[]>(""))!;

        Assert.Equal(ExportContenders.All.Select(static contender => contender.Name),
            writers.Select(static writer => writer.GetProperty("name").GetString()));
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task Get_Customers_IsTheDocument(string name)
    {
        ExportContender contender = ExportContenders.Find(name)!;
        foreach (int count in (int[])[0, 1, 40])
        {
            using HttpResponseMessage response = await _client.GetAsync($"customers/{name}?count={count}");

            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
            Assert.Null(contender.Difference(ExportContenders.Expected(CustomerPage.Create(count)),
                await response.Content.ReadAsByteArrayAsync()));
        }
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task Get_WithoutCount_GivesFiveThousand(string name)
    {
        ExportContender contender = ExportContenders.Find(name)!;

        byte[] body = await _client.GetByteArrayAsync($"customers/{name}");

        Assert.Equal(contender.KnownDefect is null,
            contender.Difference(ExportContenders.Expected(CustomerPage.Create(5000)), body) is null);
    }

    [Fact]
    public async Task Get_UnknownWriter_Is404WithTheList()
    {
        using HttpResponseMessage response = await _client.GetAsync("customers/fast?count=1");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        JsonElement body = await response.Content.ReadFromJsonAsync<JsonElement>();
        Assert.Equal("unknown writer", body.GetProperty("error").GetString());
        Assert.Equal(ExportContenders.All.Count, body.GetProperty("writers").GetArrayLength());
    }

    [Theory]
    [InlineData("count=-1")]
    [InlineData("count=-0")]
    [InlineData("count=5001")]
    [InlineData("count=2147483648")]
    [InlineData("count=99999999999")]
    [InlineData("count=18446744073709551617")] // 1 in 64 bits
    [InlineData("count=0000000001")]
    [InlineData("count=")]
    [InlineData("count")]
    [InlineData("count=ten")]
    [InlineData("count=0x10")]
    [InlineData("count=1e3")]
    [InlineData("count=1.5")]
    [InlineData("count=1,000")]
    [InlineData("count=1%00")]
    [InlineData("count=1%00%00%00")]
    [InlineData("count=%001")]
    [InlineData("count=1%20")]
    [InlineData("count=+1")]
    [InlineData("count=%2B1")]
    [InlineData("count=1%0A")]
    [InlineData("count=%D9%A1")] // an Arabic digit
    [InlineData("count=%EF%BC%91")] // a fullwidth digit
    [InlineData("count=%FF")]
    [InlineData("count=%3Cscript%3E")]
    [InlineData("count=1&count=2")]
    [InlineData("count=1&count=1")]
    [InlineData("count=1&COUNT=1")]
    [InlineData("count=1&count=")]
    public async Task Get_BadCount_Is400AndRepeatsNothing(string query)
    {
        using HttpResponseMessage response = await _client.GetAsync($"customers/pooled-pipe?{query}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        JsonElement body = await response.Content.ReadFromJsonAsync<JsonElement>();
        Assert.Equal("'count' must be given once, as a number from 0 to 5000 in plain digits", body.GetProperty("error").GetString());
    }

    [Fact]
    public async Task Get_CountOfAThousandDigits_Is400()
    {
        using HttpResponseMessage response = await _client.GetAsync($"customers/pooled-pipe?count={new string('9', 1000)}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.DoesNotContain("99", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Get_UnknownWriterWithMarkup_RepeatsNothing()
    {
        using HttpResponseMessage response = await _client.GetAsync("customers/%3Cscript%3E?count=1");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.DoesNotContain("script", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Get_WholeDocument_SendsItsLength()
    {
        const string Path = "customers/pooled-memory?count=1000";
        using HttpResponseMessage response = await _client.GetAsync(Path, HttpCompletionOption.ResponseHeadersRead);

        Assert.Equal(ExportContenders.Expected(CustomerPage.Create(1000)).Length, response.Content.Headers.ContentLength);
        Assert.Equal(ExportContenders.Expected(CustomerPage.Create(1000)), await response.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task Head_Customers_IsTheHeadersAndDoesNoWork(string name)
    {
        using HttpResponseMessage response = await Head($"customers/{name}?count=5000");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        JsonElement statistics = await _client.GetFromJsonAsync<JsonElement>("statistics");
        Assert.Equal(0, statistics.GetProperty("completed").GetInt32());
    }

    [Fact]
    public async Task Head_WholeDocumentThatWasWritten_SendsItsLength()
    {
        byte[] document = await _client.GetByteArrayAsync("customers/pooled-memory?count=1000");
        using HttpResponseMessage response = await Head("customers/pooled-memory?count=1000");

        Assert.Equal(document.Length, response.Content.Headers.ContentLength);
        Assert.Equal(1, _server.Counters.Completed);
    }

    [Theory]
    [InlineData("", HttpStatusCode.OK)]
    [InlineData("statistics", HttpStatusCode.OK)]
    [InlineData("customers/fast", HttpStatusCode.NotFound)]
    [InlineData("customers/odata?count=x", HttpStatusCode.BadRequest)]
    public async Task Head_Others_IsTheHeadersOfGet(string path, HttpStatusCode status)
    {
        using HttpResponseMessage head = await Head(path);
        using HttpResponseMessage get = await _client.GetAsync(path);

        Assert.Equal((status, status), (head.StatusCode, get.StatusCode));
        Assert.Equal(get.Content.Headers.ContentType, head.Content.Headers.ContentType);
        Assert.NotNull(head.Content.Headers.ContentLength);
        Assert.Empty(await head.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [InlineData("POST")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    [InlineData("OPTIONS")]
    [InlineData("FROB")]
    public async Task Send_OtherMethod_Is405(string method)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), "customers/odata?count=1");
        using HttpResponseMessage response = await _client.SendAsync(request);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, response.StatusCode);
        Assert.Equal(["GET", "HEAD"], response.Content.Headers.Allow.Order());
    }

    [Fact]
    public async Task Get_ManySizes_AreAllRight()
    {
        for (int count = 0; count < 40; count++) // more than the cached pages
        {
            Assert.Equal(ExportContenders.Expected(CustomerPage.Create(count)),
                await _client.GetByteArrayAsync($"customers/pooled-pipe?count={count}"));
        }
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task Get_ClientGoesAwayHalfWay_IsCountedAndReturnsEverything(string name)
    {
        // Bytes that fit into the buffers between server and client are sent before the server detects the abort, and count as completed.
        // So the document is large, the client reads slowly, and there are several attempts.
        int count = ExportContenders.Find(name)!.HoldsDocument ? ServingLimits.CustomersOfWholeDocument : Many;
        await using ExportServer server = await ExportServer.Start(new ServeOptions { Port = 0, Limit = Many });
        using var client = new HttpClient(new SocketsHttpHandler { ConnectCallback = ConnectWithSmallBuffer, MaxResponseDrainSize = 0 })
        {
            BaseAddress = server.Address,
        };
        for (int i = 0; i < 20 && server.Counters.Aborted == 0; i++)
        {
            string path = $"customers/{name}?count={count}";
            using HttpResponseMessage response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
            using Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[200_000]);
        }

        ServerStatistics statistics = await WaitUntilIdle(server);
        Assert.Equal(0, statistics.Failed);
        Assert.Equal(0, statistics.Running);
        Assert.True(statistics.Aborted > 0, "No request was seen to be aborted.");
        Assert.Equal(statistics.WritersRented, statistics.WritersReturned);
        Assert.Equal(ExportContenders.Expected(CustomerPage.Create(40)).Length,
            (await client.GetByteArrayAsync("customers/pooled-pipe?count=40")).Length);
    }

    [Fact]
    public async Task Start_PortIsTaken_Throws() =>
        await Assert.ThrowsAsync<IOException>(() => ExportServer.Start(new ServeOptions { Port = _server.Address.Port, Limit = 1 }));

    private static async ValueTask<Stream> ConnectWithSmallBuffer(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 8192 };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private Task<HttpResponseMessage> Head(string path) => _client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));

    private static async Task<ServerStatistics> WaitUntilIdle(ExportServer server)
    {
        await Eventually.IsTrue(() => server.Counters.Running == 0, "every request ends");
        return server.TakeStatistics();
    }
}
