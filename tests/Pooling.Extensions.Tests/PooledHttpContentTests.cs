using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>Tests bodies of requests that are sent from leased writers.</summary>
public sealed class PooledHttpContentTests : IDisposable
{
    private static readonly Uri s_root = new("/", UriKind.Relative);

    private readonly BufferWriterPool _pool = new();
    private readonly Utf8JsonWriterPool _jsonPool = new();

    private long InUse => _pool.GetStatistics().InUse + _jsonPool.GetStatistics().InUse;

    public void Dispose()
    {
        _pool.Dispose();
        _jsonPool.Dispose();
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(1_000_000, false)]
    [InlineData(0, true)]
    [InlineData(1_000_000, true)]
    public async Task Content_OfAnyLength_IsSentWithItsLengthAndReturned(int length, bool segmented)
    {
        byte[] sent = new byte[length];
        new Random(length).NextBytes(sent);
        (long? Length, byte[] Body) received = default;
        await using TestServer server = await TestServer.StartAsync(endpoints => endpoints.MapPost("/", async (HttpContext context) =>
        {
            var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            received = (context.Request.ContentLength, body.ToArray());
        }));

        using (PooledHttpContent content = Content(sent, segmented))
        {
            Assert.Equal(length, content.Headers.ContentLength);
            (await server.Client.PostAsync(s_root, content)).Dispose();
            Assert.Equal(1, InUse);
        }

        Assert.Equal(length, received.Length);
        Assert.Equal(sent, received.Body);
        Assert.Equal(0, InUse);
    }

    [Fact]
    public async Task Content_OfAJsonWriter_HasItsType()
    {
        string? type = null;
        await using TestServer server = await TestServer.StartAsync(endpoints => endpoints.MapPost("/", (HttpRequest request) =>
        {
            type = request.ContentType;
            return request.BodyReader.CopyToAsync(request.HttpContext.Response.Body);
        }));

        PooledUtf8JsonWriter lease = _jsonPool.Rent();
        lease.Writer.WriteStringValue("text");
        using (var content = new PooledHttpContent(lease))
        using (HttpResponseMessage response = await server.Client.PostAsync(s_root, content))
            Assert.Equal("\"text\"", await response.Content.ReadAsStringAsync());

        Assert.Equal("application/json; charset=utf-8", type);
        Assert.Equal(0, InUse);
    }

    [Fact]
    public void Content_OfALeaseThatHasEnded_Throws()
    {
        PooledLease<PooledArrayBufferWriter<byte>> ended = _pool.Rent();
        ended.Dispose();

        Assert.Throws<ObjectDisposedException>(() => new PooledHttpContent(ended));
        Assert.Throws<ObjectDisposedException>(static () => new PooledHttpContent(default(PooledUtf8JsonWriter)));
    }

    /// <summary>Checks what a handler that retries does: the same content again, after the first answer.</summary>
    [Fact]
    public async Task Content_SentAgain_IsTheSame()
    {
        List<string> bodies = [];
        await using TestServer server = await TestServer.StartAsync(endpoints => endpoints.MapPost("/", async (HttpRequest request) =>
        {
            bodies.Add(await new StreamReader(request.Body).ReadToEndAsync());
            return Results.StatusCode(bodies.Count < 3 ? 503 : 200);
        }));

        using (PooledHttpContent content = Content("order"u8, segmented: false))
        {
            HttpStatusCode status;
            do
            {
                using HttpResponseMessage response = await server.Client.PostAsync(s_root, content);
                status = response.StatusCode;
            }
            while (status != HttpStatusCode.OK);
        }

        Assert.Equal(["order", "order", "order"], bodies);
        Assert.Equal(0, InUse);
    }

    [Fact]
    public async Task Content_SentSynchronously_IsTheSame()
    {
        await using TestServer server = await TestServer.StartAsync(static endpoints => endpoints
            .MapPost("/", static (HttpRequest request) => request.BodyReader.CopyToAsync(request.HttpContext.Response.Body)));
        using PooledHttpContent content = Content("order"u8, segmented: true);
        using var request = new HttpRequestMessage(HttpMethod.Post, server.Client.BaseAddress) { Content = content };
        using HttpResponseMessage response = await Task.Run(() => server.Client.Send(request));

        Assert.Equal("order", await response.Content.ReadAsStringAsync());
    }

    /// <summary>Checks a server that never reads. The caller gives up and disposes the content while the body is being sent.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Content_WhoseSendIsCanceledInTheMiddle_IsReturnedOnce(bool segmented)
    {
        var arrived = new TaskCompletionSource();
        var release = new TaskCompletionSource();
        await using TestServer server = await TestServer.StartAsync(endpoints => endpoints.MapPost("/", async () =>
        {
            arrived.SetResult();
            await release.Task;
        }));
        using var canceled = new CancellationTokenSource();
        PooledHttpContent content = Content(new byte[20_000_000], segmented);
        Task<HttpResponseMessage> send = server.Client.PostAsync(s_root, content, canceled.Token);
        await arrived.Task.WaitAsync(TimeSpan.FromSeconds(30));
        await canceled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => send);
        content.Dispose();
        content.Dispose();
        release.SetResult();

        await Eventually.HoldsAsync(() => InUse == 0, "the writer");
        Assert.Equal(1, _pool.GetStatistics().TotalReturned);
    }

    /// <summary>Checks a response that arrives before the body is sent: the caller disposes the request while the client still reads the
    /// bytes, which must not be rented again before.</summary>
    [Fact]
    public async Task Content_DisposedDuringASend_IsReturnedAfterIt()
    {
        var target = new HeldStream();
        PooledHttpContent content = Content("order"u8, segmented: false);
        Task send = content.CopyToAsync(target);
        content.Dispose();
        Assert.Equal(1, InUse);

        target.Release();
        await send;
        Assert.Equal(0, InUse);
        Assert.Equal("order"u8, target.Written);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => content.CopyToAsync(Stream.Null));
    }

    [Fact]
    public async Task Content_WhoseTargetThrows_CanBeSentAgain()
    {
        var target = new HeldStream();
        using PooledHttpContent content = Content("order"u8, segmented: false);
        Task send = content.CopyToAsync(target);
        target.Fail(new IOException("reset"));
        await Assert.ThrowsAsync<HttpRequestException>(() => send);

        Assert.Equal("order", await content.ReadAsStringAsync());
    }

    [Fact]
    public async Task Content_WhoseWriterIsUsedAfterwards_IsNotSent()
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
        using var content = new PooledHttpContent(lease);
        lease.Value.WriteByte(1);

        InvalidOperationException exception =
            await Assert.ThrowsAsync<InvalidOperationException>(() => content.CopyToAsync(new MemoryStream()));
        Assert.Contains("1 bytes instead of 0", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Send_ToATargetThatTakesTheBytes_DoesNotCopyThem()
    {
        using PooledHttpContent content = Content(new byte[1_000_000], segmented: false);
        long least = long.MaxValue;
        for (int round = 0; round < 200; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Task send = content.CopyToAsync(Stream.Null);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            Assert.True(send.IsCompletedSuccessfully);
        }

        Assert.InRange(least, 0, 200); // of the base class
    }

    private PooledHttpContent Content(ReadOnlySpan<byte> bytes, bool segmented)
    {
        if (segmented)
        {
            PooledLease<SegmentedBufferWriter> segments = _pool.RentSegmented();
            segments.Value.Write(bytes);
            return new PooledHttpContent(segments);
        }

        PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
        lease.Value.Write(bytes);
        return new PooledHttpContent(lease);
    }
}
