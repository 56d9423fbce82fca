using System.Net;
using System.Net.Http.Json;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>Tests the JSON results of a server over sockets: whole documents, errors before and after the first byte, and clients that
/// go.</summary>
public sealed partial class PooledResultExtensionsTests
{
    private static readonly Uri s_root = new("/", UriKind.Relative);

    [Fact]
    public async Task Callback_ThatWritesADocument_IsSentWithItsLength()
    {
        await using TestServer server = await StartAsync(static () => Results.Extensions.PooledJson(static (writer, number) =>
        {
            writer.WriteStartObject();
            writer.WriteNumber("number", number);
            writer.WriteEndObject();
        }, 42));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("application/json; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal("""{"number":42}""", await response.Content.ReadAsStringAsync());
        Assert.Equal(13, response.Content.Headers.ContentLength);
        AssertReturned(server, 1);
    }

    [Fact]
    public async Task Value_OfAnyLength_IsSentWhole()
    {
        Order[] orders = [.. Enumerable.Range(0, 20_000).Select(static number => new Order(number, "A & B"))];
        await using TestServer server = await StartAsync(() => Results.Extensions.PooledJson(orders, OrderContext.Default.OrderArray));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(orders, OrderContext.Default.OrderArray);
        Assert.Equal(expected, await response.Content.ReadAsByteArrayAsync());
        Assert.Equal(expected.Length, response.Content.Headers.ContentLength);
        AssertReturned(server, 1);
    }

    [Fact]
    public async Task Value_WithOptionsOfTheSerializer_IsWrittenWithThem()
    {
        var context = new OrderContext(new JsonSerializerOptions(JsonSerializerDefaults.Web) { WriteIndented = true, IndentSize = 4 });
        await using TestServer server = await StartAsync(() => Results.Extensions.PooledJson(new Order(1, "A"), context.Order));

        Assert.Equal("{\n    \"number\": 1,\n    \"customer\": \"A\"\n}", await server.Client.GetStringAsync(s_root));
    }

    [Fact]
    public async Task Result_WithAStatus_HasIt()
    {
        await using TestServer server = await StartAsync(
            static () => Results.Extensions.PooledJson(new Order(1, "A"), OrderContext.Default.Order, statusCode: 201));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
    }

    [Fact]
    public async Task Result_WithAPool_RentsFromIt()
    {
        using var pool = new Utf8JsonWriterPool();
        await using TestServer server = await StartAsync(
            () => Results.Extensions.PooledJson(new Order(1, "A"), OrderContext.Default.Order, pool));

        await server.Client.GetStringAsync(s_root);
        Assert.True(SpinWait.SpinUntil(() => pool.GetStatistics().TotalReturned == 1, TimeSpan.FromSeconds(30)));
        AssertReturned(server, 0);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Result_ThatThrowsBeforeItsFirstByte_IsAnsweredWith500(int kind)
    {
        await using TestServer server = await StartAsync(() => kind switch
        {
            0 => Results.Extensions.PooledJson(static (writer, _) =>
            {
                writer.WriteStartArray();
                writer.WriteStringValue(new string('x', 100_000));
                throw new InvalidOperationException();
            }, 0, statusCode: 201),
            1 => Results.Extensions.PooledJson(Throwing(0, wait: false), OrderContext.Default.Order, statusCode: 201),
            _ => Results.Extensions.PooledJson(Throwing(0, wait: true), OrderContext.Default.Order, statusCode: 201),
        });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        Assert.Null(response.Content.Headers.ContentType);
        AssertReturned(server, 1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Callback_ThatLeavesTheDocumentIncomplete_IsAnsweredWith500(int kind)
    {
        await using TestServer server = await StartAsync(() => Results.Extensions.PooledJson(static (writer, kind) =>
        {
            if (kind == 1)
                writer.WriteStartArray();
            else if (kind == 2)
                writer.WriteStringValueSegment("abc", isFinalSegment: false);
        }, kind));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        AssertReturned(server, 1);
    }

    /// <summary>Checks that a middleware that handles the exception finds the response as it was.</summary>
    [Fact]
    public async Task Stream_ThatThrowsBeforeItsFirstByte_LeavesTheResponseAsItWas()
    {
        (int Status, string? Type) seen = default;
        await using TestServer server = await TestServer.StartAsync(endpoints =>
        {
            ((WebApplication)endpoints).Use(async (HttpContext context, RequestDelegate next) =>
            {
                context.Response.StatusCode = 202;
                await Assert.ThrowsAsync<InvalidOperationException>(() => next(context));
                seen = (context.Response.StatusCode, context.Response.ContentType);
                await context.Response.WriteAsync("handled");
            });
            endpoints.MapGet("/", static () =>
                Results.Extensions.PooledJson(Throwing(0, wait: true), OrderContext.Default.Order, statusCode: 201));
        });

        Assert.Equal("handled", await server.Client.GetStringAsync(s_root));
        Assert.Equal((202, null), seen);
    }

    [Theory]
    [InlineData(2, true)]
    [InlineData(5_000, false)]
    public async Task Stream_ThatThrowsAfterItsFirstByte_AbortsTheConnection(int items, bool wait)
    {
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using TestServer server = await TestServer.StartAsync(endpoints =>
        {
            // Even if a middleware takes the exception, and the server sees none.
            ((WebApplication)endpoints).Use(static async (HttpContext context, RequestDelegate next) =>
                await Assert.ThrowsAsync<InvalidOperationException>(() => next(context)));
            endpoints.MapGet("/", () => Results.Extensions.PooledJson(Throwing(items, wait, begun.Task), OrderContext.Default.Order));
        });

        using HttpResponseMessage response = await server.Client.GetAsync(s_root, HttpCompletionOption.ResponseHeadersRead);
        begun.SetResult(); // a reset of the connection may otherwise overtake the headers
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        await Assert.ThrowsAnyAsync<Exception>(() => response.Content.ReadAsByteArrayAsync());
        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(20_000)]
    public async Task Stream_OfItems_IsAnArray(int count)
    {
        await using TestServer server = await StartAsync(
            () => Results.Extensions.PooledJson(Numbered(count, default), OrderContext.Default.Order, statusCode: 203));

        using HttpResponseMessage response = await server.Client.GetAsync(s_root);
        Assert.Equal(HttpStatusCode.NonAuthoritativeInformation, response.StatusCode);
        Assert.Equal("application/json; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Order[]? orders = await response.Content.ReadFromJsonAsync<Order[]>();
        Assert.Equal(Enumerable.Range(0, count), orders!.Select(static order => order.Number));
        AssertReturned(server, 1);
    }

    [Fact]
    public async Task Stream_ThatWaits_SendsWhatItHas()
    {
        var second = new TaskCompletionSource();
        await using TestServer server = await StartAsync(() => Results.Extensions.PooledJson(TwoAsync(), OrderContext.Default.Order));

        await using Stream body = await server.Client.GetStreamAsync(s_root);
        byte[] received = new byte[100];
        int count = await body.ReadAtLeastAsync(received, 20).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
        Assert.Equal("[{\"Number\":1"u8, received.AsSpan(0, 12));
        second.SetResult();
        using var rest = new StreamReader(body);
        Assert.EndsWith("\"Number\":2,\"Customer\":\"B\"}]", await rest.ReadToEndAsync(), StringComparison.Ordinal);
        Assert.InRange(count, 20, 99);

        async IAsyncEnumerable<Order> TwoAsync()
        {
            yield return new Order(1, "A");
            await second.Task;
            yield return new Order(2, "B");
        }
    }

    /// <summary>Checks a client that reads the start of an endless document and goes.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Stream_WhoseClientGoes_Ends(bool wait)
    {
        var ended = new TaskCompletionSource();
        await using TestServer server = await StartAsync(() => Results.Extensions.PooledJson(EndlessAsync(), OrderContext.Default.Order));

        using (System.Net.Sockets.Socket socket = await server.SendAsync("/"))
        {
            Assert.NotEqual(0, await socket.ReceiveAsync(new byte[1000]));
            socket.LingerState = new System.Net.Sockets.LingerOption(enable: true, seconds: 0); // a reset, as of a program that ended
        }

        await ended.Task.WaitAsync(TimeSpan.FromSeconds(30));
        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");

        async IAsyncEnumerable<Order> EndlessAsync([EnumeratorCancellation] CancellationToken aborted = default)
        {
            try
            {
                for (int i = 0; ; i++)
                {
                    if (wait && i > 0)
                        await Task.Delay(Timeout.Infinite, aborted);

                    yield return new Order(i, new string('x', 1000));
                }
            }
            finally
            {
                ended.SetResult();
            }
        }
    }

    /// <summary>Checks a client that does not read a long document, so that the server waits, and then goes.</summary>
    [Fact]
    public async Task Value_WhoseClientGoesInTheMiddle_ReturnsItsWriter()
    {
        string text = new('x', 50_000_000);
        await using TestServer server = await StartAsync(
            () => Results.Extensions.PooledJson(static (writer, text) => writer.WriteStringValue(text), text));

        using (System.Net.Sockets.Socket socket = await server.SendAsync("/"))
        {
            Assert.NotEqual(0, await socket.ReceiveAsync(new byte[1000]));
            Assert.Equal(1, InUse(server));
            socket.LingerState = new System.Net.Sockets.LingerOption(enable: true, seconds: 0);
        }

        await Eventually.HoldsAsync(() => InUse(server) == 0, "the writer");
    }

    [Fact]
    public void PooledJson_WithoutAnArgument_Throws()
    {
        Assert.Throws<ArgumentNullException>("results", static () => PooledResultExtensions.PooledJson(null!, static (_, _) => { }, 0));
        Assert.Throws<ArgumentNullException>("write", static () => Results.Extensions.PooledJson(null!, 0));
        Assert.Throws<ArgumentNullException>("typeInfo",
            static () => Results.Extensions.PooledJson(new Order(1, ""), (JsonTypeInfo<Order>)null!));
        Assert.Throws<ArgumentNullException>("values",
            static () => Results.Extensions.PooledJson((IAsyncEnumerable<Order>)null!, OrderContext.Default.Order));
        Assert.Throws<ArgumentNullException>("typeInfo",
            static () => Results.Extensions.PooledJson(Throwing(0, wait: false), (JsonTypeInfo<Order>)null!));
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public async Task Callback_OnceThePoolIsWarm_AllocatesTheResultOnly()
    {
        using var pool = new Utf8JsonWriterPool();
        var context = new DefaultHttpContext();
        context.Features.Set<Microsoft.AspNetCore.Http.Features.IHttpResponseBodyFeature>(new DiscardingBody());
        long least = long.MaxValue;
        for (int round = 0; round < 200; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            IResult result = Results.Extensions.PooledJson(static (writer, state) => writer.WriteStringValue(state), "text", pool);
            Task sent = result.ExecuteAsync(context);
            long after = GC.GetAllocatedBytesForCurrentThread();
            Assert.True(sent.IsCompletedSuccessfully);
            await sent;
            least = Math.Min(least, after - before);
        }

        Assert.InRange(least, 1, 200);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public async Task Stream_OnceThePoolIsWarm_AllocatesNothingForAnItemThatItWaitsFor()
    {
        using var pool = new Utf8JsonWriterPool();
        var context = new DefaultHttpContext();
        context.Features.Set<Microsoft.AspNetCore.Http.Features.IHttpResponseBodyFeature>(new DiscardingBody());
        long few = long.MaxValue;
        long many = long.MaxValue;
        for (int round = 0; round < 100; round++)
        {
            few = Math.Min(few, await AllocatedAsync(10));
            many = Math.Min(many, await AllocatedAsync(210));
        }

        Assert.Equal(few, many);
        Assert.InRange(few, 1, 600);

        async Task<long> AllocatedAsync(int items)
        {
            var sequence = new SteppedSequence<Order>(new Order(1, "A"));
            long before = GC.GetAllocatedBytesForCurrentThread();
            Task sent = Results.Extensions.PooledJson(sequence, OrderContext.Default.Order, pool).ExecuteAsync(context);
            for (int i = 0; i < items; i++)
                sequence.Release(isItem: true);

            sequence.Release(isItem: false);
            long after = GC.GetAllocatedBytesForCurrentThread();
            Assert.True(sent.IsCompletedSuccessfully);
            await sent;
            return after - before;
        }
    }

    private static Task<TestServer> StartAsync(Func<IResult> handler) => TestServer.StartAsync(endpoints => endpoints.MapGet("/", handler));

    private static long InUse(TestServer server) => server.Services.GetRequiredService<Utf8JsonWriterPool>().GetStatistics().InUse;

    private static void AssertReturned(TestServer server, long count)
    {
        Assert.True(SpinWait.SpinUntil(() => InUse(server) == 0, TimeSpan.FromSeconds(30)));
        Assert.Equal(count, server.Services.GetRequiredService<Utf8JsonWriterPool>().GetStatistics().TotalReturned);
    }

    private static async IAsyncEnumerable<Order> Throwing(int after, bool wait, Task? when = null)
    {
        for (int i = 0; i < after; i++)
            yield return new Order(i, "A");

        when ??= wait ? Task.Delay(100) : Task.CompletedTask;
        if (wait)
            await when;
        else
            when.Wait();

        throw new InvalidOperationException();
    }

    private static async IAsyncEnumerable<Order> Numbered(int count, [EnumeratorCancellation] CancellationToken aborted)
    {
        for (int i = 0; i < count; i++)
        {
            if (i % 1000 == 0)
                await Task.Yield();

            aborted.ThrowIfCancellationRequested();
            yield return new Order(i, "A");
        }
    }
}
