using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Pooling.Json;

/// <content>Tests handlers of a real server that throw while they write their response.</content>
public sealed partial class PooledAsyncUtf8JsonWriterTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Handler_ThatThrowsBeforeAnythingWasDrained_IsAnsweredWith500(bool toStream)
    {
        HttpResponseMessage response = await GetAsync(toStream, async lease =>
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue("half");
            Assert.True(await lease.DrainIfNeededAsync());
            throw new InjectedFaultException("handler");
        });

        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Handler_ThatThrowsAfterSomethingWasDrained_IsAborted(bool toStream)
    {
        await Assert.ThrowsAnyAsync<HttpRequestException>(() => GetAsync(toStream, static async lease =>
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue("half");
            Assert.True(await lease.FlushAsync());
            throw new InjectedFaultException("handler");
        }));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Handler_ThatEnds_IsAnsweredWithTheDocument(bool toStream)
    {
        HttpResponseMessage response = await GetAsync(toStream, static lease =>
        {
            WriteNumbers(lease.Writer, 10_000);
            return Task.CompletedTask;
        });

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(Expected(10_000), await response.Content.ReadAsByteArrayAsync());
    }

    private async Task<HttpResponseMessage> GetAsync(bool toStream, Func<PooledAsyncUtf8JsonWriter, Task> write)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        await using WebApplication application = builder.Build();
        application.MapGet("/", async (HttpContext context) =>
        {
            context.Response.ContentType = "application/json";
            await using PooledAsyncUtf8JsonWriter lease = toStream
                ? Pool.RentAsyncWriter(context.Response.Body)
                : Pool.RentAsyncWriter(context.Response.BodyWriter);
            await write(lease);
        });
        await application.StartAsync();
        using var client = new HttpClient();
        return await client.GetAsync(new Uri(application.Urls.Single()));
    }
}
