using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Pooling.Doubles;
using Pooling.Json;

namespace Pooling.JsonExport.Serving;

/// <summary>Tests a leased writer with the two targets of an ASP.NET Core response, on a real Kestrel server.</summary>
public sealed class ResponseTargetTests : IAsyncLifetime
{
    private const int Values = 50_000;

    private readonly CountingArrayPool<byte> _arrays = new();
    private readonly Utf8JsonWriterPool _pool;
    private readonly TaskCompletionSource _answered = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private RequestDelegate _answer = static _ => Task.CompletedTask;
    private WebApplication _application = null!;

    public ResponseTargetTests() => _pool = new Utf8JsonWriterPool(arrayPool: _arrays);

    private Uri Address => new(_application.Urls.First());

    public async ValueTask InitializeAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static kestrel =>
        {
            kestrel.AllowSynchronousIO = false;
            kestrel.Listen(IPAddress.Loopback, 0);
        });
        builder.Services.AddLogging(static logging => logging.ClearProviders());
        _application = builder.Build();
        _application.Run(async context =>
        {
            try
            {
                await _answer(context);
            }
            finally
            {
                _answered.SetResult();
            }
        });
        await _application.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync();
        await _application.DisposeAsync();
        Assert.Equal(0, _pool.GetStatistics().InUse);
        // the outstanding arrays belong to idle writers, including those of the server's threads
        Assert.Equal(_pool.GetStatistics().RetainedBytes, _arrays.InUseLength);
        Assert.Empty(_arrays.Errors);
        _pool.Dispose();
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Response_WrittenByALease_IsTheDocument(bool isPipe, bool drains)
    {
        _answer = async context =>
        {
            await using PooledAsyncUtf8JsonWriter lease = Rent(context, isPipe);
            lease.Writer.WriteStartArray();
            for (int i = 0; i < Values; i++)
            {
                lease.Writer.WriteNumberValue(i);
                if (drains)
                    Assert.True(await lease.DrainIfNeededAsync(context.RequestAborted));
            }

            lease.Writer.WriteEndArray();
        };
        using var client = new HttpClient();

        byte[] content = await client.GetByteArrayAsync(Address);

        Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, Values)), content);
        await _answered.Task;
        Assert.Equal(1, _pool.GetStatistics().TotalReturned);
        Assert.Equal(0, _pool.GetStatistics().TotalDropped);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Response_WhenTheHandlerThrowsHalfWay_IsAborted(bool isPipe)
    {
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _answer = async context =>
        {
            await using PooledAsyncUtf8JsonWriter lease = Rent(context, isPipe);
            lease.Writer.WriteStartArray();
            for (int i = 0; i < Values; i++)
            {
                lease.Writer.WriteNumberValue(i);
                await lease.DrainIfNeededAsync(context.RequestAborted);
            }

            await begun.Task;
            throw new InvalidOperationException("half-way");
        };
        using var client = new HttpClient();
        using HttpResponseMessage response = await client.GetAsync(Address, HttpCompletionOption.ResponseHeadersRead);
        begun.SetResult(); // a reset of the connection may otherwise overtake the headers

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        await Assert.ThrowsAnyAsync<Exception>(() => response.Content.ReadAsByteArrayAsync());
        await _answered.Task;
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Response_WhenTheHandlerThrowsAndDiscardsBeforeItHasBegun_IsAnError(bool isPipe)
    {
        _answer = context =>
        {
            PooledAsyncUtf8JsonWriter lease = Rent(context, isPipe);
            try
            {
                lease.Writer.WriteStartArray();
                throw new InvalidOperationException("at once");
            }
            finally
            {
                lease.Discard();
            }
        };
        using var client = new HttpClient();

        using HttpResponseMessage response = await client.GetAsync(Address);

        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        await _answered.Task;
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public async Task Response_WhenTheClientAborts_EndsTheLease(bool isPipe, bool passesToken)
    {
        bool isOver = false;
        _answer = async context =>
        {
            try
            {
                await using PooledAsyncUtf8JsonWriter lease = Rent(context, isPipe);
                lease.Writer.WriteStartArray();
                while (true)
                {
                    lease.Writer.WriteStringValue("a value of a document without an end");
                    if (!await lease.DrainIfNeededAsync(passesToken ? context.RequestAborted : default))
                        break;
                }
            }
            catch (OperationCanceledException) when (passesToken)
            {
            }

            isOver = true;
        };
        using (RawClient client = await RawClient.Get(Address, "/"))
            await client.ReadHeaders();

        await _answered.Task.WaitAsync(TimeSpan.FromMinutes(2));
        Assert.True(isOver);
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    private PooledAsyncUtf8JsonWriter Rent(HttpContext context, bool isPipe) =>
        isPipe ? _pool.RentAsyncWriter(context.Response.BodyWriter) : _pool.RentAsyncWriter(context.Response.Body);
}
