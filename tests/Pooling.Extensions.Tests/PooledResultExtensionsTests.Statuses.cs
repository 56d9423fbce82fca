using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Pooling.Extensions;

/// <content>Tests responses without a body, and statuses that do not exist.</content>
public sealed partial class PooledResultExtensionsTests
{
    public static TheoryData<int, int, bool> Bodiless
    {
        get
        {
            var data = new TheoryData<int, int, bool>();
            foreach (int status in new[] { 204, 205, 304 })
            {
                for (int kind = 0; kind < 3; kind++)
                {
                    data.Add(status, kind, true);
                    data.Add(status, kind, false);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Bodiless))]
    public async Task Result_WithAStatusThatAllowsNoBody_HasNone(int status, int kind, bool isPassed)
    {
        var errors = new ErrorLog();
        int made = 0;
        int? passed = isPassed ? status : null;
        await using TestServer server = await TestServer.StartAsync(
            endpoints => endpoints.MapGet("/", (HttpContext context) =>
            {
                if (!isPassed)
                    context.Response.StatusCode = status;

                return ResultOf(kind, passed, () => made++);
            }),
            services => services.AddSingleton<ILoggerProvider>(errors));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(status, (int)response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        Assert.Null(response.Content.Headers.ContentType);
        Assert.Equal(0, made);
        Assert.Empty(errors.Messages);
        AssertReturned(server, 0);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Result_OfAHeadRequest_HasTheHeadersOnly(int kind)
    {
        var errors = new ErrorLog();
        int made = 0;
        await using TestServer server = await TestServer.StartAsync(
            endpoints => endpoints.MapMethods("/", ["GET", "HEAD"], () => ResultOf(kind, 203, () => made++)),
            services => services.AddSingleton<ILoggerProvider>(errors));

        using var request = new HttpRequestMessage(HttpMethod.Head, s_root);
        using HttpResponseMessage response = await server.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.NonAuthoritativeInformation, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        Assert.Equal("application/json; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal(kind == 2 ? 0 : 1, made); // a sequence is not enumerated
        Assert.Empty(errors.Messages);
        Assert.Equal(kind switch { 0 => 4, 1 => 15, _ => 0 }, response.Content.Headers.ContentLength);
    }

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(199)]
    [InlineData(600)]
    [InlineData(99_999)]
    public void PooledJson_WithAStatusThatDoesNotExist_Throws(int status)
    {
        for (int kind = 0; kind < 3; kind++)
            Assert.Throws<ArgumentOutOfRangeException>("statusCode", () => ResultOf(kind, status, static () => { }));
    }

    [Theory]
    [InlineData(200)]
    [InlineData(599)]
    public void PooledJson_WithAStatusAtALimit_ReturnsAResult(int status)
    {
        for (int kind = 0; kind < 3; kind++)
            Assert.NotNull(ResultOf(kind, status, static () => { }));
    }

    private static IResult ResultOf(int kind, int? status, Action made) => kind switch
    {
        0 => Results.Extensions.PooledJson(static (writer, made) =>
        {
            made();
            writer.WriteNumberValue(1234);
        }, made, statusCode: status),
        1 => Results.Extensions.PooledJson(new Watched(made), WatchedContext.Default.Watched, statusCode: status),
        _ => Results.Extensions.PooledJson(WatchedItems(made), OrderContext.Default.Order, statusCode: status),
    };

    private static async IAsyncEnumerable<Order> WatchedItems(Action made)
    {
        made();
        await Task.Yield();
        yield return new Order(1, "A");
    }
}
