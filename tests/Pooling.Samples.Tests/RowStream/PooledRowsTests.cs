using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Pooling.Json;

namespace Pooling.Samples.RowStream;

/// <summary>Streams of rows as a client sees them, to their end and cut short.</summary>
public sealed class PooledRowsTests : IDisposable
{
    private readonly RowSource _source = new(seed: 3);
    private readonly Utf8JsonWriterPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2000)]
    public async Task Get_Lines_EachIsOneRow(int count)
    {
        await using WebApplication server = await RowServer.StartAsync(_source, count, _pool);
        using var client = new HttpClient();

        using HttpResponseMessage response = await client.GetAsync(new Uri(server.Urls.First() + "/lines/pooled"));

        Assert.Equal("application/x-ndjson", response.Content.Headers.ContentType?.MediaType);
        string[] lines = (await response.Content.ReadAsStringAsync()).Split('\n');
        Assert.Equal(count + 1, lines.Length); // the last one is empty
        Assert.Equal("", lines[^1]);
        Assert.Equal(
            await _source.ReadAsync(count).ToListAsync(),
            lines[..^1].Select(static line => JsonSerializer.Deserialize(line, RowJsonContext.Web.Row)!));
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2000)]
    public async Task Get_Array_IsTheSameInBothWays(int count)
    {
        await using WebApplication server = await RowServer.StartAsync(_source, count, _pool);
        using var client = new HttpClient { BaseAddress = new Uri(server.Urls.First()) };

        byte[] plain = await client.GetByteArrayAsync("/array/plain");
        byte[] pooled = await client.GetByteArrayAsync("/array/pooled");

        Assert.Equal(plain, pooled);
        Assert.Equal(count, JsonSerializer.Deserialize(pooled, RowJsonContext.Web.ListRow)!.Count);
    }

    [Theory]
    [InlineData("/array/pooled")]
    [InlineData("/lines/pooled")]
    public async Task Get_ClientLeaves_TheStreamEnds(string path)
    {
        const int Rows = int.MaxValue; // never read to the end

        await using WebApplication server = await RowServer.StartAsync(_source, Rows, _pool);
        using var client = new HttpClient(new SocketsHttpHandler { MaxResponseDrainSize = 0 });

        using (Stream body = await client.GetStreamAsync(new Uri(server.Urls.First() + path)))
        {
            await body.ReadExactlyAsync(new byte[100_000]);
            Assert.Equal(1, _source.OpenReaders);
        }

        await Wait.Until(() => _source.OpenReaders == 0 && _pool.GetStatistics().InUse == 0);
    }

    /// <summary>Checks that a client that is still there does not take the first rows for all of them.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Get_TimeIsOver_TheConnectionIsAborted(bool isArray)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
        using var time = new CancellationTokenSource();
        await using WebApplication server = builder.Build();
        server.UseTimeLimit(time.Token);
        var rows = new PooledRows<Row>(_pool, RowJsonContext.Web.Row);
        server.MapGet("/", (HttpContext context) => isArray
            ? rows.WriteArrayAsync(context, _source.ReadAsync(int.MaxValue))
            : rows.WriteLinesAsync(context, _source.ReadAsync(int.MaxValue)));
        await server.StartAsync();
        using var client = new HttpClient();

        using HttpResponseMessage response =
            await client.GetAsync(new Uri(server.Urls.First()), HttpCompletionOption.ResponseHeadersRead);
        await time.CancelAsync();
        await Assert.ThrowsAnyAsync<IOException>(async () =>
            await (await response.Content.ReadAsStreamAsync()).CopyToAsync(Stream.Null));
        await Wait.Until(() => _source.OpenReaders == 0 && _pool.GetStatistics().InUse == 0);
    }

    [Fact]
    public async Task WriteLinesAsync_TheSourceThrows_IsCutOffAndReturnsTheWriter()
    {
        using var body = new MemoryStream();
        var context = new DefaultHttpContext { Response = { Body = body } };
        var rows = new PooledRows<Row>(_pool, RowJsonContext.Web.Row);

        await Assert.ThrowsAsync<IOException>(() => rows.WriteLinesAsync(context, FailAsync(10)));

        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_TheSourceThrowsAtTheStart_LeavesNoTypeForTheAnswerOfAnother(bool isArray)
    {
        var context = new DefaultHttpContext { Response = { Body = new MemoryStream() } };
        var rows = new PooledRows<Row>(_pool, RowJsonContext.Web.Row);

        await Assert.ThrowsAsync<IOException>(
            () => isArray ? rows.WriteArrayAsync(context, FailAsync(0)) : rows.WriteLinesAsync(context, FailAsync(0)));

        Assert.Null(context.Response.ContentType);
    }

    // The text is that of System.Text.Json, which the guide of the writer quotes.
    [Fact]
    public void Writer_SecondRowWithoutNextDocument_IsRefusedAsASecondRootValue()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent();
        var row = new Row(1, "pump", 2.5, DateTime.UnixEpoch, true);
        JsonSerializer.Serialize(lease.Writer, row, RowJsonContext.Web.Row);

        var refused = Assert.Throws<InvalidOperationException>(lease.Writer.WriteStartObject);
        Assert.StartsWith("Cannot write the start of an object/array after a single JSON value", refused.Message, StringComparison.Ordinal);
        var wrapped = Assert.Throws<JsonException>(() => JsonSerializer.Serialize(lease.Writer, row, RowJsonContext.Web.Row));
        Assert.IsType<InvalidOperationException>(wrapped.InnerException);

        lease.NextDocument();
        JsonSerializer.Serialize(lease.Writer, row, RowJsonContext.Web.Row);
    }

    private async IAsyncEnumerable<Row> FailAsync(int count)
    {
        await foreach (Row row in _source.ReadAsync(count))
            yield return row;

        throw new IOException("The database does not answer.");
    }
}
