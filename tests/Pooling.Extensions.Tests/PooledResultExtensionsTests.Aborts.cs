using System.Net;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Pooling.Extensions;

/// <content>Tests requests that are aborted: by the time limit of an application, or by a client that goes.</content>
public sealed partial class PooledResultExtensionsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Result_WhoseTimeIsOverBeforeItsFirstByte_IsAnsweredWith504(int kind)
    {
        await using TestServer server = await StartWithLimitAsync(300, async context =>
        {
            if (kind == 1)
                await EndOf(context.RequestAborted); // a handler that does not look at its token

            return kind == 0
                ? Results.Extensions.PooledJson(static (writer, context) =>
                {
                    writer.WriteNumberValue(1);
                    EndOf(context.RequestAborted).Wait();
                }, context, statusCode: 201)
                : Results.Extensions.PooledJson(WaitingAsync(0), OrderContext.Default.Order, statusCode: 201);
        });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.GatewayTimeout, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        Assert.Null(response.Content.Headers.ContentType);
        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
    }

    [Fact]
    public async Task Stream_WhoseTimeIsOverAfterItsFirstByte_AbortsTheConnection()
    {
        for (int limit = 500; ; limit *= 2) // the time for the first byte, too
        {
            await using TestServer server = await StartWithLimitAsync(
                limit,
                static _ => Task.FromResult(Results.Extensions.PooledJson(WaitingAsync(1), OrderContext.Default.Order)));

            using HttpResponseMessage response =
                await server.Client.GetAsync(s_root, HttpCompletionOption.ResponseHeadersRead);
            if (response.StatusCode == HttpStatusCode.GatewayTimeout && limit < 60_000)
                continue;

            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            await Assert.ThrowsAnyAsync<Exception>(() => response.Content.ReadAsByteArrayAsync());
            await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
            return;
        }
    }

    /// <summary>Checks servers that do not abort by themselves.</summary>
    [Fact]
    public async Task Result_WhoseTimeIsOverAfterItsFirstByte_AbortsTheConnection()
    {
        using var value = new CutConnection();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Results.Extensions
            .PooledJson(new Order(1, "A"), OrderContext.Default.Order).ExecuteAsync(value.Context));
        Assert.Equal(1, value.Aborts);

        using var stream = new CutConnection();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Results.Extensions
            .PooledJson(Numbered(1, default), OrderContext.Default.Order).ExecuteAsync(stream.Context));
        Assert.Equal(1, stream.Aborts);
    }

    /// <summary>Checks a server that takes no more bytes before it cancels its token.</summary>
    /// <param name="kind">0: a value, 1: a sequence of some items, 2: one with more than a flush, 3: one that
    /// waits.</param>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Result_WhoseBytesAreRefused_ThrowsAndLeavesTheResponseAsItWas(int kind)
    {
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpResponseBodyFeature>(new DiscardingBody(isRefused: true));
        IResult result = kind switch
        {
            0 => Results.Extensions.PooledJson(new Order(1, "A"), OrderContext.Default.Order),
            3 => Results.Extensions.PooledJson(WaitingOnceAsync(), OrderContext.Default.Order),
            _ => Results.Extensions.PooledJson(Numbered(kind == 1 ? 3 : 5_000, default), OrderContext.Default.Order),
        };

        context.Response.StatusCode = StatusCodes.Status202Accepted;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => result.ExecuteAsync(context));
        Assert.Equal( // as before, for the response of a middleware
            (StatusCodes.Status202Accepted, null, null),
            (context.Response.StatusCode, context.Response.ContentType, context.Response.ContentLength));

        static async IAsyncEnumerable<Order> WaitingOnceAsync()
        {
            yield return new Order(1, "A");
            await Task.Delay(10);
        }
    }

    /// <summary>Checks the log of the server, and those of the two middlewares that report exceptions.</summary>
    /// <param name="items">The number of items of a sequence that waits then; -1 for a value, whose handler
    /// waits.</param>
    /// <param name="handler">0: none, 1: the page for developers, 2: that of an application.</param>
    [Theory]
    [InlineData(-1, 0)]
    [InlineData(-1, 1)]
    [InlineData(-1, 2)]
    [InlineData(0, 0)]
    [InlineData(0, 1)]
    [InlineData(0, 2)]
    [InlineData(1, 0)]
    [InlineData(1, 1)]
    [InlineData(1, 2)]
    public async Task Result_WhoseClientGoes_LogsNoError(int items, int handler)
    {
        var errors = new ErrorLog();
        var begun = new TaskCompletionSource();
        await using TestServer server = await TestServer.StartAsync(
            endpoints =>
            {
                var application = (WebApplication)endpoints;
                if (handler == 1)
                    application.UseDeveloperExceptionPage();
                else if (handler == 2)
                    application.UseExceptionHandler(static inner => inner.Run(static _ => Task.CompletedTask));

                endpoints.MapGet("/", async (HttpContext context) =>
                {
                    if (items >= 0)
                        return Results.Extensions.PooledJson(WaitingAsync(items, begun), OrderContext.Default.Order);

                    begun.SetResult();
                    await EndOf(context.RequestAborted); // a handler that does not look at its token
                    return Results.Extensions.PooledJson(new Order(1, "A"), OrderContext.Default.Order);
                });
            },
            services => services.AddSingleton<ILoggerProvider>(errors));

        using (System.Net.Sockets.Socket socket = await server.SendAsync("/"))
        {
            await begun.Task;
            socket.LingerState = new System.Net.Sockets.LingerOption(enable: true, seconds: 0);
        }

        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
        await server.Application.StopAsync();
        Assert.Empty(errors.Messages);
    }

    [Fact]
    public async Task Result_OfARequestThatIsAborted_WritesNothing()
    {
        using var connection = new CutConnection { RequestAborted = new CancellationToken(canceled: true) };
        DefaultHttpContext context = connection.Context;

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Results.Extensions
            .PooledJson(static (_, _) => throw new InvalidOperationException(), 0).ExecuteAsync(context));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Results.Extensions
            .PooledJson(Throwing(0, wait: false), OrderContext.Default.Order).ExecuteAsync(context));
        Assert.Null(context.Response.ContentType);
        Assert.Equal(0, connection.Aborts); // nothing was sent, and somebody may answer
    }

    /// <summary>Checks a time limit of the application's own, which replaces the token of the request.</summary>
    /// <param name="kind">0: a value, 1: a callback, 2: a sequence.</param>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Result_WhoseOwnTimeLimitIsOver_IsAnsweredByIt(int kind)
    {
        await using TestServer server = await TestServer.StartAsync(endpoints =>
        {
            ((WebApplication)endpoints).Use(async (context, next) =>
            {
                CancellationToken client = context.RequestAborted;
                using var time = CancellationTokenSource.CreateLinkedTokenSource(client);
                time.CancelAfter(100);
                context.RequestAborted = time.Token;
                try
                {
                    await next(context);
                }
                catch (OperationCanceledException) when (!client.IsCancellationRequested)
                {
                    context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
                }
                finally
                {
                    context.RequestAborted = client;
                }
            });
            endpoints.MapGet("/", async (HttpContext context) =>
            {
                if (kind == 0)
                    await EndOf(context.RequestAborted);

                return kind switch
                {
                    0 => Results.Extensions.PooledJson(new Order(1, "A"), OrderContext.Default.Order),
                    1 => Results.Extensions.PooledJson(static (writer, context) =>
                    {
                        writer.WriteNumberValue(1);
                        EndOf(context.RequestAborted).Wait();
                    }, context),
                    _ => Results.Extensions.PooledJson(WaitingAsync(0), OrderContext.Default.Order),
                };
            });
        });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
    }

    private static Task<TestServer> StartWithLimitAsync(int milliseconds, Func<HttpContext, Task<IResult>> handler) =>
        TestServer.StartAsync(
            endpoints =>
            {
                ((WebApplication)endpoints).UseRequestTimeouts();
                endpoints.MapGet("/", handler).WithRequestTimeout(TimeSpan.FromMilliseconds(milliseconds));
            },
            static services => services.AddRequestTimeouts());

    private static Task EndOf(CancellationToken token)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        token.Register(static state => ((TaskCompletionSource)state!).SetResult(), ended);
        return ended.Task;
    }

    private static async IAsyncEnumerable<Order> WaitingAsync(
        int items, TaskCompletionSource? begun = null, [EnumeratorCancellation] CancellationToken aborted = default)
    {
        for (int i = 0; i < items; i++)
            yield return new Order(i, "A");

        begun?.SetResult();
        await Task.Delay(Timeout.Infinite, aborted);
    }
}
