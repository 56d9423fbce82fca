using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

public sealed class PooledExportTests : IDisposable
{
    private const int ManyRows = 1_000; // more than the threshold of flushes
    private const int FewRows = 10;

    private readonly Utf8JsonWriterPool _pool = new(new Utf8JsonWriterPoolOptions
    {
        MaxCapacity = 64 * 1024,
        TrimAfter = Timeout.InfiniteTimeSpan, // however busy the machine is
    });
    private readonly PooledExport<Customer> _export;

    public PooledExportTests() => _export = new PooledExport<Customer>(_pool, CustomerJsonContext.Default.Customer);

    public void Dispose()
    {
        Assert.Equal(0, _pool.GetStatistics().InUse); // whatever the test did
        _pool.Dispose();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(ManyRows)]
    public async Task WriteAsync_Rows_WritesTheBytesOfTheSerializer(int count)
    {
        List<Customer> rows = await new TestRows(count).ReadAsync().ToListAsync();
        using var document = new MemoryStream();
        using var lines = new MemoryStream();

        await WriteAsync(true, PipeWriter.Create(document), new TestRows(count), CancellationToken.None);
        await WriteAsync(false, PipeWriter.Create(lines), new TestRows(count), CancellationToken.None);

        Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(rows, CustomerJsonContext.Default.ListCustomer), document.ToArray());
        string line = JsonSerializer.Serialize(rows.FirstOrDefault(), CustomerJsonContext.Default.Customer!) + "\n";
        Assert.Equal(string.Concat(Enumerable.Repeat(line, count)), Encoding.UTF8.GetString(lines.ToArray()));
    }

    [Theory]
    [InlineData(FewRows, false)]
    [InlineData(ManyRows, true)]
    public async Task WriteAsync_SourceThrows_SendsNothingMore(int rowsBefore, bool isStarted)
    {
        TestRows rows = TestRows.FailingAfter(rowsBefore);
        using var target = new MemoryStream();
        var pipe = PipeWriter.Create(target);

        await Assert.ThrowsAsync<InvalidDataException>(() => WriteAsync(true, pipe, rows, CancellationToken.None));

        Assert.True(rows.IsDisposed);
        Assert.Equal(0, pipe.UnflushedBytes);
        Assert.Equal(isStarted, target.Length > 0);
        Assert.DoesNotContain((byte)']', target.ToArray());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteAsync_CanceledInTheMiddle_ThrowsAndDisposesTheRows(bool isDocument)
    {
        using var cancellation = new CancellationTokenSource();
        var rows = new TestRows(int.MaxValue) { BeforeRow = row => CancelAt(row, cancellation) };
        Task writing = WriteAsync(isDocument, PipeWriter.Create(Stream.Null), rows, cancellation.Token);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writing);
        Assert.True(rows.IsDisposed);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteAsync_ReaderHasCompleted_ThrowsAndDisposesTheRows(bool isDocument)
    {
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();
        var rows = new TestRows(int.MaxValue);

        await Assert.ThrowsAsync<OperationCanceledException>(() => WriteAsync(isDocument, pipe.Writer, rows, CancellationToken.None));

        Assert.True(rows.IsDisposed);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteAsync_ReaderIsBehind_ReadsNoMoreRows(bool isDocument)
    {
        const int Pause = 2 * PooledExport<Customer>.FlushThreshold;
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: Pause, resumeWriterThreshold: 1, useSynchronizationContext: false));
        var rows = new TestRows(int.MaxValue);
        Task writing = WriteAsync(isDocument, pipe.Writer, rows, CancellationToken.None); // until it has to wait

        int before = rows.Read;
        ReadResult read = await pipe.Reader.ReadAsync();
        Assert.False(writing.IsCompleted);
        Assert.InRange(read.Buffer.Length, Pause, Pause + PooledExport<Customer>.FlushThreshold);

        pipe.Reader.AdvanceTo(read.Buffer.End);
        await Wait.Until(() => rows.Read > before);
        await pipe.Reader.CompleteAsync();
        await Assert.ThrowsAsync<OperationCanceledException>(() => writing);
    }

    [Fact]
    public async Task WriteAsync_RowIsTooLong_ThrowsAndThePoolContinues()
    {
        Customer row = (await new TestRows(1).ReadAsync().ToListAsync())[0] with { Note = new string('x', 100_000) };
        using var target = new MemoryStream();

        await Assert.ThrowsAsync<BufferCapacityExceededException>(() =>
            _export.WriteAsync(PipeWriter.Create(target), new[] { row }.ToAsyncEnumerable(), isLines: true, CancellationToken.None));
        Assert.Equal(0, target.Length);

        await WriteAsync(false, PipeWriter.Create(target), new TestRows(1), CancellationToken.None);
        Assert.True(target.Length > 0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteAsync_SteadyState_AllocatesPerExportOnly(bool isDocument)
    {
        const int MaxBytes = 500; // for 1,000 rows; a new writer each time adds more than that
        var pipe = PipeWriter.Create(Stream.Null);

        AllocationAssert.AtMost(
            MaxBytes,
            () =>
            {
                Task writing = WriteAsync(isDocument, pipe, new TestRows(ManyRows), CancellationToken.None);
                Assert.True(writing.IsCompletedSuccessfully); // all of it on this thread
            },
            calls: 20);

        Assert.Equal(1, _pool.GetStatistics().TotalCreated);
    }

    private static void CancelAt(int row, CancellationTokenSource cancellation)
    {
        if (row == ManyRows)
            cancellation.Cancel();
    }

    private Task WriteAsync(bool isDocument, PipeWriter target, TestRows rows, CancellationToken cancellationToken) =>
        _export.WriteAsync(target, rows.ReadAsync(), isLines: !isDocument, cancellationToken);
}
