using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Timeouts;
using Microsoft.Extensions.DependencyInjection;

namespace Pooling.Extensions;

/// <content>Tests what the caches of ASP.NET Core keep of a request that is aborted.</content>
public sealed partial class PooledResultExtensionsTests
{
    private const string Items = "[1,2]";

    /// <summary>Checks that the next client gets the whole document, made anew.</summary>
    /// <param name="kind">0: code that writes JSON, 1: a value, 2: a sequence, of which the first client gets an
    /// item.</param>
    /// <param name="hasTimeLimit">Whether a time limit ends the first request. Otherwise, its client goes.</param>
    /// <param name="isOutputCache">Whether the cache is that of the server. Otherwise, it is that of HTTP.</param>
    [Theory]
    [InlineData(0, false, false)]
    [InlineData(0, false, true)]
    [InlineData(1, false, false)]
    [InlineData(1, false, true)]
    [InlineData(2, false, false)]
    [InlineData(2, false, true)]
    [InlineData(2, true, false)]
    [InlineData(2, true, true)]
    public async Task Result_OfARequestThatIsAborted_IsInNoCache(int kind, bool hasTimeLimit, bool isOutputCache)
    {
        int requests = 0;
        await using TestServer server = await StartWithCacheAsync(isOutputCache, takesExceptions: false, context =>
            AnswerAsync(context, kind, isCut: Interlocked.Increment(ref requests) == 1), hasTimeLimit);

        await AbortAsync(server, hasTimeLimit, () => Volatile.Read(ref requests) == 1);
        for (int i = 0; i < 2; i++)
        {
            using HttpResponseMessage response = await server.Client.GetAsync(s_root);
            Assert.Equal(kind == 2 ? Items : "1", await response.Content.ReadAsStringAsync());
            Assert.Equal(i == 1, response.Headers.Age is not null);
        }

        Assert.Equal(2, requests); // a complete response is in the cache
    }

    /// <summary>Checks a middleware between the cache and the endpoint: that of <c>UseExceptionHandler</c> ends a
    /// request whose client has gone without an exception.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Result_WhoseExceptionAMiddlewareTakes_IsNotInTheOutputCache(int kind)
    {
        int requests = 0;
        await using TestServer server = await StartWithCacheAsync(isOutputCache: true, takesExceptions: true, context =>
            AnswerAsync(context, kind, isCut: Interlocked.Increment(ref requests) == 1));

        await AbortAsync(server, hasTimeLimit: false, () => Volatile.Read(ref requests) == 1);
        Assert.Equal(kind == 2 ? Items : "1", await server.Client.GetStringAsync(s_root));
        Assert.Equal(2, requests);
    }

    private static async Task<IResult> AnswerAsync(HttpContext context, int kind, bool isCut)
    {
        context.Response.Headers.CacheControl = "public,max-age=60";
        if (isCut && kind != 2)
            await EndOf(context.RequestAborted); // a handler that does not look at its token

        return kind switch
        {
            0 => Results.Extensions.PooledJson(static (writer, value) => writer.WriteNumberValue(value), 1),
            1 => TypedResults.Extensions.PooledJson(1),
            _ => TypedResults.Extensions.PooledJson(ItemsAsync(isCut)),
        };
    }

    private static async IAsyncEnumerable<int> ItemsAsync(
        bool isCut, [EnumeratorCancellation] CancellationToken aborted = default)
    {
        yield return 1;
        if (isCut)
            await Task.Delay(Timeout.Infinite, aborted);

        yield return 2;
    }

    /// <summary>Sends a request that is aborted, and waits until all of the server has ended it.</summary>
    private static async Task AbortAsync(TestServer server, bool hasTimeLimit, Func<bool> hasBegun)
    {
        Task ended = server.Services.GetRequiredService<TaskCompletionSource>().Task;
        using Socket socket = await server.SendAsync("/");
        if (!hasTimeLimit)
        {
            await Eventually.HoldsAsync(hasBegun, "the request");
            socket.Close(timeout: 0); // a reset, as of a program that ended
        }

        await ended.WaitAsync(TimeSpan.FromSeconds(30));
    }

    // Only the first request has the time limit of its endpoint: the others must be answered, however long they take.
    private static Func<HttpContext, RequestDelegate, Task> WithTimeLimitOnce()
    {
        int requests = 0;
        return (context, next) =>
        {
            if (Interlocked.Increment(ref requests) > 1)
            {
                Endpoint endpoint = context.GetEndpoint()!;
                context.SetEndpoint(new Endpoint(
                    endpoint.RequestDelegate, new([.. endpoint.Metadata, new DisableRequestTimeoutAttribute()]), null));
            }

            return next(context);
        };
    }

    private static Task<TestServer> StartWithCacheAsync(
        bool isOutputCache,
        bool takesExceptions,
        Func<HttpContext, Task<IResult>> handler,
        bool hasTimeLimit = false) =>
        TestServer.StartAsync(
            endpoints =>
            {
                var application = (WebApplication)endpoints;
                application.Use(static async (HttpContext context, RequestDelegate next) =>
                {
                    try
                    {
                        await next(context);
                    }
                    finally
                    {
                        context.RequestServices.GetRequiredService<TaskCompletionSource>().TrySetResult();
                    }
                });
                _ = isOutputCache ? application.UseOutputCache() : application.UseResponseCaching();
                if (takesExceptions)
                    application.UseExceptionHandler(static inner => inner.Run(static _ => Task.CompletedTask));

                application.Use(WithTimeLimitOnce());
                application.UseRequestTimeouts();
                IEndpointConventionBuilder endpoint = endpoints.MapGet("/", handler);
                if (hasTimeLimit)
                    endpoint.WithRequestTimeout(TimeSpan.FromSeconds(1));
            },
            static services => services
                .AddSingleton<TaskCompletionSource>()
                .AddRequestTimeouts()
                .AddResponseCaching()
                .AddOutputCache(static options => options.AddBasePolicy(static policy => policy.Cache())));
}
