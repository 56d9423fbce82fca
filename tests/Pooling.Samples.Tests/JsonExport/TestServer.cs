using System.IO.Pipelines;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>A server with the endpoint of both ways, and a client of it.</summary>
internal sealed class TestServer : IAsyncDisposable
{
    private readonly WebApplication _application;

    private TestServer(WebApplication application)
    {
        _application = application;
        Client = new HttpClient(new SocketsHttpHandler { MaxResponseDrainSize = 0 }) { BaseAddress = new Uri(application.Urls.First()) };
    }

    public HttpClient Client { get; }

    /// <param name="rows">The rows of each response.</param>
    /// <param name="pool">The pool of the pooled way.</param>
    /// <param name="timeIsOver">Ends the requests.</param>
    public static async Task<TestServer> StartAsync(
        TestRows rows, Utf8JsonWriterPool pool, CancellationToken timeIsOver = default)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
        WebApplication application = builder.Build();
        application.UseTimeLimit(timeIsOver);
        application.MapGet("/plain", CreateEndpoint(rows, PlainExport.WriteAsync).HandleAsync);
        application.MapGet("/pooled", CreatePooled(rows, pool).HandleAsync);
        await application.StartAsync();
        return new TestServer(application);
    }

    public static ExportEndpoint<Customer> CreatePooled(TestRows rows, Utf8JsonWriterPool pool, Action<HttpContext, long>? progress = null)
    {
        var export = new PooledExport<Customer>(pool, CustomerJsonContext.Default.Customer);
        return CreateEndpoint(rows, export.WriteAsync, progress);
    }

    /// <summary>Sends a request and waits for the headers of the response.</summary>
    public async Task<HttpResponseMessage> GetAsync(string way, string accept, string coding)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/{way}?rows=1");
        request.Headers.Add("Accept", accept);
        request.Headers.Add("Accept-Encoding", coding);
        return await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _application.DisposeAsync();
    }

    private static ExportEndpoint<Customer> CreateEndpoint(
        TestRows rows,
        Func<PipeWriter, IAsyncEnumerable<Customer>, bool, CancellationToken, Task> write,
        Action<HttpContext, long>? progress = null) =>
        new(_ => rows.ReadAsync(), write) { MaxRows = 1_000, RowsPerReport = 100, Progress = progress };
}
