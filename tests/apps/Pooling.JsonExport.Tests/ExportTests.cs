using System.IO.Pipelines;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;
using Pooling.Json;
using Pooling.JsonExport.After;

namespace Pooling.JsonExport;

/// <summary>Tests the behavior of every writer, before and after.</summary>
public sealed class ExportTests
{
    private const int Many = 2000; // some 600 KB: many drains of each writer
    private const int PauseThreshold = 64 * 1024;
    private const string AsPublished = "array-pool-published";

    public static TheoryData<string, int> Documents()
    {
        var documents = new TheoryData<string, int>();
        foreach (ExportContender contender in ExportContenders.All)
        {
            foreach (int count in (int[])[0, 1, 2, 40, 53, 65, 66, 67, 132, Many])
            {
                if (contender.KnownDefect is null || count <= 40)
                    documents.Add(contender.Name, count);
            }
        }

        return documents;
    }

    public static TheoryData<string> Writers() => [.. ExportContenders.All.Select(static contender => contender.Name)];

    public static TheoryData<string> PooledWriters() =>
        [.. ExportContenders.All.Where(static contender => contender.IsPooled).Select(static contender => contender.Name)];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Write_AnyCount_IsTheSerializersDocument(string name, int count)
    {
        ExportContender contender = ExportContenders.Find(name)!;
        CustomerPage page = CustomerPage.Create(count);
        using var target = new MemoryStream();

        contender.Export.Write(page, target);

        Assert.Null(contender.Difference(ExportContenders.Expected(page), target.ToArray()));
        Assert.True(target.CanWrite, "The stream was closed.");
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public async Task WriteAsync_AnyCount_IsTheSerializersDocument(string name, int count)
    {
        ExportContender contender = ExportContenders.Find(name)!;
        CustomerPage page = CustomerPage.Create(count);

        Assert.Null(contender.Difference(ExportContenders.Expected(page), await WriteThroughPipe(contender.Export, page)));
    }

    [Fact]
    public async Task Write_AsPublishedBeyond16KB_IsFoundToBeWrong()
    {
        ExportContender contender = ExportContenders.Find(AsPublished)!;
        CustomerPage page = CustomerPage.Create(Many);
        using var target = new MemoryStream();

        contender.Export.Write(page, target);

        Assert.NotNull(contender.KnownDefect);
        Assert.Contains("differs from the expected one", contender.Difference(ExportContenders.Expected(page), target.ToArray()),
            StringComparison.Ordinal);
        Assert.NotNull(contender.Difference(ExportContenders.Expected(page), await WriteThroughPipe(contender.Export, page)));
    }

    [Fact]
    public void Difference_OfAnotherDocument_IsReported()
    {
        byte[] expected = ExportContenders.Expected(CustomerPage.Create(3));
        byte[] other = ExportContenders.Expected(CustomerPage.Create(2));

        Assert.NotNull(ExportContenders.Find(ExportContenders.OData)!.Difference(expected, other));
        Assert.NotNull(ExportContenders.Find(ExportContenders.OData)!.Difference(expected, expected[..^1]));
        Assert.NotNull(ExportContenders.Find(ExportContenders.Direct)!.Difference(expected, other));
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task WriteAsync_ReaderIsSlow_WaitsForIt(string name)
    {
        ICustomerExport export = ExportContenders.Find(name)!.Export;
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: PauseThreshold, resumeWriterThreshold: 32 * 1024,
            useSynchronizationContext: false));

        Task writing = WriteAndComplete(export, CustomerPage.Create(Many), pipe.Writer);
        ReadResult first = await pipe.Reader.ReadAtLeastAsync(PauseThreshold);

        Assert.False(writing.IsCompleted, "It wrote 600 KB that nobody read.");
        Assert.True(first.Buffer.Length < 200_000, $"{first.Buffer.Length} bytes were written though nobody read.");
        pipe.Reader.AdvanceTo(first.Buffer.Start);
        long total = await ReadToEnd(pipe.Reader);
        await writing;
        Assert.True(total > 500_000);
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public async Task WriteAsync_CancelledHalfWay_Ends(string name)
    {
        ICustomerExport export = ExportContenders.Find(name)!.Export;
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: PauseThreshold, resumeWriterThreshold: 32 * 1024,
            useSynchronizationContext: false));
        using var cancellation = new CancellationTokenSource();

        Task writing = export.WriteAsync(CustomerPage.Create(Many), pipe.Writer, cancellation.Token);
        ReadResult first = await pipe.Reader.ReadAtLeastAsync(PauseThreshold);
        pipe.Reader.AdvanceTo(first.Buffer.Start);
        await cancellation.CancelAsync();
        await pipe.Reader.CompleteAsync(); // like a server whose client has disconnected

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writing.WaitAsync(TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task WriteAsync_WholeDocument_TakesAsMuchMemoryAsItHasBytes()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        using var documents = new BufferWriterPool(arrayPool: arrays);

        byte[] document = await WriteThroughPipe(new PooledMemoryExport(pool, documents), CustomerPage.Create(20_000));

        int rest = 128 * 1024; // for the last chunk, and the JSON writer's buffer
        Assert.InRange(arrays.MaxInUseLength, document.Length, document.Length + rest);
        Assert.DoesNotContain(arrays.Requests, static length => length >= 85_000); // none on the large object heap
    }

    [Fact]
    public async Task WriteAsync_CancelledWhileWholeDocumentIsWritten_WritesNoFurther()
    {
        using var cancellation = new CancellationTokenSource();
        var arrays = new CountingArrayPool<byte>();
        arrays.OnRent = length => (arrays.TotalRented >= 10 ? cancellation : null)?.Cancel();
        using var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        using var documents = new BufferWriterPool(arrayPool: arrays);
        using var target = new MemoryStream();

        var export = new PooledMemoryExport(pool, documents);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => export.WriteAsync(CustomerPage.Create(20_000), PipeWriter.Create(target), cancellation.Token));

        Assert.Equal(11, arrays.TotalRented);
        Assert.Equal(0, target.Length);
        AssertBalanced(pool);
        PoolStatistics statistics = documents.GetStatistics();
        Assert.Equal((1, 1), (statistics.TotalRented, statistics.TotalReturned));
    }

    [Theory]
    [InlineData("pooled-pipe", 1)] // detected at the end
    [InlineData("pooled-pipe", Many)] // detected between customers
    [InlineData("pooled-memory", 1)]
    [InlineData("pooled-memory", Many)]
    public async Task WriteAsync_ReaderGoesAway_Ends(string name, int count)
    {
        using var pool = new Utf8JsonWriterPool();
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();

        await Assert.ThrowsAsync<OperationCanceledException>(() =>
            Pooled(name, pool).WriteAsync(CustomerPage.Create(count), pipe.Writer, CancellationToken.None));

        AssertBalanced(pool);
    }

    [Theory]
    [MemberData(nameof(PooledWriters))]
    public void Write_TargetThrowsAtAnyCall_ReturnsTheWriter(string name)
    {
        using var pool = new Utf8JsonWriterPool();
        ICustomerExport export = Pooled(name, pool);
        CustomerPage page = CustomerPage.Create(200);
        var calls = new FaultyStream(int.MaxValue);
        export.Write(page, calls);
        Assert.True(calls.Calls > 0);

        for (int k = 1; k <= calls.Calls; k++)
            Assert.Throws<IOException>(() => export.Write(page, new FaultyStream(k)));

        AssertBalanced(pool);
    }

    [Theory]
    [MemberData(nameof(PooledWriters))]
    public async Task WriteAsync_TargetThrowsAtAnyCall_ReturnsTheWriter(string name)
    {
        using var pool = new Utf8JsonWriterPool();
        ICustomerExport export = Pooled(name, pool);
        CustomerPage page = CustomerPage.Create(200);
        var calls = new FaultyStream(int.MaxValue);
        await export.WriteAsync(page, PipeWriter.Create(calls), CancellationToken.None);
        Assert.True(calls.Calls > 0);

        for (int k = 1; k <= calls.Calls; k++)
        {
            await Assert.ThrowsAsync<IOException>(() =>
                export.WriteAsync(page, PipeWriter.Create(new FaultyStream(k)), CancellationToken.None));
        }

        AssertBalanced(pool);
    }

    [Theory]
    [InlineData("pooled-stream")]
    [InlineData("pooled-memory")]
    [Trait("Category", "Allocation")]
    public void Write_SteadyState_AllocatesNothing(string name)
    {
        ICustomerExport export = ExportContenders.Find(name)!.Export;
        CustomerPage page = CustomerPage.Create(500);
        using var target = new MemoryStream(1024 * 1024);
        for (int i = 0; i < 50; i++)
            Write();

        Assert.Equal(0, AllocationAssert.Measure(Write, calls: 10, warmUpCalls: 0));

        void Write()
        {
            target.SetLength(0);
            export.Write(page, target);
        }
    }

    [Fact]
    public void SelfCheck_OfTheSample_Passes()
    {
        var output = new StringWriter();

        Assert.Equal(0, SelfCheck.Run(output));
        Assert.Equal("Passed: 31, Failed: 0", output.ToString().Trim());
    }

    private static ICustomerExport Pooled(string name, Utf8JsonWriterPool pool) => name switch
    {
        "pooled-stream" => new PooledStreamExport(pool),
        "pooled-pipe" => new PooledPipeExport(pool),
        "pooled-memory" => new PooledMemoryExport(pool),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, null),
    };

    private static void AssertBalanced(Utf8JsonWriterPool pool)
    {
        PoolStatistics statistics = pool.GetStatistics();
        Assert.True(statistics.TotalRented > 0);
        Assert.Equal(statistics.TotalRented, statistics.TotalReturned);
    }

    private static async Task<byte[]> WriteThroughPipe(ICustomerExport export, CustomerPage page)
    {
        using var target = new MemoryStream();
        await WriteAndComplete(export, page, PipeWriter.Create(target, new StreamPipeWriterOptions(leaveOpen: true)));
        return target.ToArray();
    }

    private static async Task WriteAndComplete(ICustomerExport export, CustomerPage page, PipeWriter writer)
    {
        await export.WriteAsync(page, writer, CancellationToken.None);
        await writer.CompleteAsync();
    }

    private static async Task<long> ReadToEnd(PipeReader reader)
    {
        long total = 0;
        while (true)
        {
            ReadResult result = await reader.ReadAsync();
            total += result.Buffer.Length;
            reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted)
                return total;
        }
    }
}
