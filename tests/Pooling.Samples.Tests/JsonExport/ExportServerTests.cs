using System.Net;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>The endpoint over real connections, where clients go away and sources fail.</summary>
public sealed class ExportServerTests : IDisposable
{
    private const int RowsBeforeFault = 5_000;

    public static TheoryData<string, string, string> Ways => [.. from way in (string[])["plain", "pooled"]
        from accept in (string[])["application/json", "application/x-ndjson"]
        from coding in (string[])["identity", "gzip"]
        select (way, accept, coding)];

    private readonly Utf8JsonWriterPool _pool = new(new Utf8JsonWriterPoolOptions());

    public void Dispose()
    {
        Assert.Equal(0, _pool.GetStatistics().InUse);
        _pool.Dispose();
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Get_SourceFailsInTheMiddle_ConnectionIsAborted(string way, string accept, string coding)
    {
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        TestRows rows = TestRows.FailingAfter(RowsBeforeFault, begun.Task);
        await using TestServer server = await TestServer.StartAsync(rows, _pool);
        using HttpResponseMessage response = await server.GetAsync(way, accept, coding);
        begun.SetResult(); // a reset of the connection may otherwise overtake the headers

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        await Assert.ThrowsAsync<HttpRequestException>(response.Content.ReadAsByteArrayAsync);
        Assert.True(rows.IsDisposed);
    }

    /// <summary>Checks that a client that is still there does not take the first rows for all of them.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Get_TimeIsOverInTheMiddle_ConnectionIsAborted(string way, string accept, string coding)
    {
        var rows = new TestRows(int.MaxValue)
        {
            BeforeRow = static row => Thread.Sleep(row < RowsBeforeFault ? 0 : 1),
        };
        using var time = new CancellationTokenSource();
        await using TestServer server = await TestServer.StartAsync(rows, _pool, time.Token);
        using HttpResponseMessage response = await server.GetAsync(way, accept, coding);
        await time.CancelAsync();

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        await Assert.ThrowsAsync<HttpRequestException>(response.Content.ReadAsByteArrayAsync);
        await Wait.Until(() => rows.IsDisposed && _pool.GetStatistics().InUse == 0);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Get_SourceFailsAtTheStart_AnswersAnError(string way, string accept, string coding)
    {
        TestRows rows = TestRows.FailingAfter(1);
        await using TestServer server = await TestServer.StartAsync(rows, _pool);
        using HttpResponseMessage response = await server.GetAsync(way, accept, coding);

        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        Assert.True(rows.IsDisposed);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Get_ClientGoesAway_SourceIsDisposed(string way, string accept, string coding)
    {
        var rows = new TestRows(int.MaxValue);
        await using TestServer server = await TestServer.StartAsync(rows, _pool);
        using (HttpResponseMessage response = await server.GetAsync(way, accept, coding))
        {
            using Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[1_000]);
            Assert.False(rows.IsDisposed);
        }

        await Wait.Until(() => rows.IsDisposed);
        await Wait.Until(() => _pool.GetStatistics().InUse == 0);
        Assert.True(rows.Read < int.MaxValue);
    }
}
