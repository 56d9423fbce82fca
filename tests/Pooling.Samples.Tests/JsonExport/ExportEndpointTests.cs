using System.IO.Compression;
using System.Text;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

public sealed class ExportEndpointTests
{
    [Theory]
    [InlineData(null, "json")]
    [InlineData("", "json")]
    [InlineData("*/*", "json")]
    [InlineData("application/json", "json")]
    [InlineData("APPLICATION/X-NDJSON", "x-ndjson")]
    [InlineData("application/x-ndjson; charset=utf-8", "x-ndjson")]
    [InlineData("application/json, application/x-ndjson", "json")]
    [InlineData("application/json;q=0.5, application/x-ndjson;q=0.6", "x-ndjson")]
    [InlineData("*/*;q=0.1, application/x-ndjson", "x-ndjson")]
    [InlineData("application/*, application/json;q=0", "x-ndjson")]
    [InlineData("application/json;q=0, */*;q=0.2", "x-ndjson")]
    [InlineData(",;q=,=,@", "json")] // nothing in it is valid
    [InlineData("application/json, application/x-ndjson;q=7", "json")]
    [InlineData("text/html", null)]
    [InlineData("*/*;q=0", null)]
    [InlineData("application/json;q=0, application/x-ndjson;q=0", null)]
    public async Task HandleAsync_Accept_ChoosesTheFormat(string? accept, string? format)
    {
        HttpContext context = await HandleAsync("?rows=1", accept, coding: null);

        Assert.Equal(format is null ? StatusCodes.Status406NotAcceptable : StatusCodes.Status200OK, context.Response.StatusCode);
        Assert.Equal(format is null ? "text/plain" : $"application/{format}; charset=utf-8", context.Response.ContentType);
        Assert.Equal("Accept, Accept-Encoding", context.Response.Headers.Vary);
    }

    [Theory]
    [InlineData(null, "")]
    [InlineData("", "")]
    [InlineData("gzip", "gzip")]
    [InlineData("GZIP;q=0.001", "gzip")]
    [InlineData("br, gzip;q=0.5", "gzip")]
    [InlineData("*", "gzip")]
    [InlineData("identity;q=0, *;q=0.5", "gzip")]
    [InlineData("gzip;q=0", "")]
    [InlineData("gzip;q=0, *", "")]
    [InlineData("gzip;q=0.5, identity;q=0.6", "")]
    [InlineData("br", "")]
    [InlineData("gzip;q=high, x", "")]
    [InlineData("identity;q=0.3, *;q=0", "")]
    [InlineData("identity;q=0, gzip;q=0", null)]
    [InlineData("*;q=0", null)]
    public async Task HandleAsync_AcceptEncoding_ChoosesTheCoding(string? accepted, string? coding)
    {
        HttpContext context = await HandleAsync("?rows=1", "application/json", accepted);

        Assert.Equal(coding is null ? StatusCodes.Status406NotAcceptable : StatusCodes.Status200OK, context.Response.StatusCode);
        Assert.Equal(coding ?? "", context.Response.Headers.ContentEncoding.ToString());
        Assert.Equal("Accept, Accept-Encoding", context.Response.Headers.Vary);
        if (coding is not null)
            Assert.StartsWith("""[{"id":1,""", Decode(context), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("?rows=")]
    [InlineData("?rows=-1")]
    [InlineData("?rows=1e3")]
    [InlineData("?rows=1001")]
    [InlineData("?rows=99999999999999999999")]
    [InlineData("?rows=1&rows=2")]
    public async Task HandleAsync_InvalidRows_AnswersBadRequest(string query)
    {
        HttpContext context = await HandleAsync(query, accept: null, coding: null);

        Assert.Equal(StatusCodes.Status400BadRequest, context.Response.StatusCode);
        Assert.Equal("'rows' must be a number from 0 to 1000.", Decode(context));
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("identity")]
    public async Task HandleAsync_NoRows_SendsAnEmptyArray(string coding) =>
        Assert.Equal("[]", Decode(await HandleAsync("?rows=0", "application/json", coding, rows: 0)));

    [Theory]
    [InlineData("gzip")]
    [InlineData("identity")]
    public async Task HandleAsync_SourceFailsAtTheStart_LeavesNoHeadersForTheAnswerOfAnother(string coding)
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions());
        var context = new DefaultHttpContext
        {
            Request = { QueryString = new QueryString("?rows=1"), Headers = { AcceptEncoding = coding } },
            Response = { Body = new MemoryStream() },
        };

        await Assert.ThrowsAsync<InvalidDataException>(
            () => TestServer.CreatePooled(TestRows.FailingAfter(0), pool).HandleAsync(context));

        Assert.Equal("", context.Response.Headers.ContentEncoding.ToString());
        Assert.Null(context.Response.ContentType);
        Assert.Equal("Accept, Accept-Encoding", context.Response.Headers.Vary);
    }

    [Fact]
    public async Task HandleAsync_ReadThrows_LeavesNoHeadersForTheAnswerOfAnother()
    {
        var endpoint = new ExportEndpoint<Customer>(
            static _ => throw new InvalidDataException(), static (_, _, _, _) => Task.CompletedTask);
        var context = new DefaultHttpContext { Request = { QueryString = new QueryString("?rows=1") } };

        await Assert.ThrowsAsync<InvalidDataException>(() => endpoint.HandleAsync(context));

        Assert.Null(context.Response.ContentType);
        Assert.Equal("Accept, Accept-Encoding", context.Response.Headers.Vary);
    }

    [Fact]
    public async Task HandleAsync_ManyRows_ReportsProgress()
    {
        var reports = new List<long>();

        await HandleAsync("?rows=350", "application/json", "gzip", 350, (_, rows) => reports.Add(rows));

        Assert.Equal([100, 200, 300], reports);
    }

    private static async Task<HttpContext> HandleAsync(
        string query, string? accept, string? coding, int rows = 1, Action<HttpContext, long>? progress = null)
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions());
        var context = new DefaultHttpContext
        {
            Request = { QueryString = new QueryString(query), Headers = { Accept = accept, AcceptEncoding = coding } },
            Response = { Body = new MemoryStream() },
        };
        await TestServer.CreatePooled(new TestRows(rows), pool, progress).HandleAsync(context);
        Assert.Equal(0, pool.GetStatistics().InUse);
        return context;
    }

    private static string Decode(HttpContext context)
    {
        Stream body = context.Response.Body;
        body.Position = 0;
        using var reader = new StreamReader(
            context.Response.Headers.ContentEncoding == "gzip" ? new GZipStream(body, CompressionMode.Decompress) : body, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
