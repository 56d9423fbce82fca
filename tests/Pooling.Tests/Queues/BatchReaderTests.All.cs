using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>Tests the loop over all batches.</summary>
public sealed partial class BatchReaderTests
{
    [Theory]
    [MemberData(nameof(Channels))]
    public async Task ReadAllBatches_UntilTheEnd_ReadsEachItemOnce(string kind)
    {
        Channel<int> channel = s_channels[kind]();
        Task writing = Task.Run(
            async () =>
            {
                for (int i = 0; i < 2500; i++)
                    await channel.Writer.WriteAsync(i);

                channel.Writer.Complete();
            },
            TestContext.Current.CancellationToken);
        var read = new List<int>();
        await foreach (ReadOnlyMemory<int> batch in new BatchReader<int>(channel.Reader)
            .ReadAllBatchesAsync(10, TimeSpan.FromMilliseconds(1), TestContext.Current.CancellationToken))
        {
            Assert.InRange(batch.Length, 1, 10);
            read.AddRange(batch.ToArray());
        }

        await writing;
        Assert.Equal(Enumerable.Range(0, 2500), read);
    }

    [Fact]
    public async Task ReadAllBatches_LoopThatEndsEarly_LeavesTheRestInTheChannel()
    {
        Channel<int> channel = s_channels["ring"]();
        for (int i = 0; i < 25; i++)
            Assert.True(channel.Writer.TryWrite(i));

        var reader = new BatchReader<int>(channel.Reader);
        await foreach (ReadOnlyMemory<int> batch in reader.ReadAllBatchesAsync(
            10, TimeSpan.Zero, TestContext.Current.CancellationToken))
        {
            Assert.Equal(Enumerable.Range(0, 10), batch.ToArray());
            break;
        }

        Assert.Equal(10, await reader.ReadBatchAsync(_batch, TimeSpan.Zero, TestContext.Current.CancellationToken));
        Assert.Equal(Enumerable.Range(10, 10), _batch);
    }

    [Fact]
    public async Task ReadAllBatches_AfterABatch_KeepsNoReferences()
    {
        var channel = Channel.CreateUnbounded<object>();
        channel.Writer.TryWrite(new object());
        ReadOnlyMemory<object> first = default;
        await foreach (ReadOnlyMemory<object> batch in new BatchReader<object>(channel.Reader).ReadAllBatchesAsync(
            10, TimeSpan.Zero, TestContext.Current.CancellationToken))
        {
            Assert.NotNull(batch.Span[0]);
            first = batch;
            channel.Writer.Complete();
        }

        Assert.Null(first.Span[0]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ReadAllBatches_Cancelled_Throws(bool byTheLoop)
    {
        using var cancel = new CancellationTokenSource();
        var reader = new BatchReader<int>(Channel.CreateUnbounded<int>().Reader);
        IAsyncEnumerable<ReadOnlyMemory<int>> batches = byTheLoop
            ? reader.ReadAllBatchesAsync(10, s_long)
            : reader.ReadAllBatchesAsync(10, s_long, cancel.Token);
        IAsyncEnumerator<ReadOnlyMemory<int>> loop =
            batches.GetAsyncEnumerator(byTheLoop ? cancel.Token : CancellationToken.None);
        Task<bool> waiting = loop.MoveNextAsync().AsTask();
        Assert.False(waiting.IsCompleted);
        await Assert.ThrowsAsync<InvalidOperationException>(
            () => reader.ReadBatchAsync(_batch, s_long, TestContext.Current.CancellationToken).AsTask());
        cancel.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        await loop.DisposeAsync();
    }

    [Fact]
    public async Task ReadAllBatches_ChannelThatFails_ThrowsAfterItsItems()
    {
        Channel<int> channel = s_channels["ring"]();
        channel.Writer.TryWrite(1);
        channel.Writer.Complete(new IOException("lost"));
        var read = new List<int>();
        IOException thrown = await Assert.ThrowsAsync<IOException>(async () =>
        {
            await foreach (ReadOnlyMemory<int> batch in new BatchReader<int>(channel.Reader).ReadAllBatchesAsync(
                10, s_long, TestContext.Current.CancellationToken))
            {
                read.AddRange(batch.ToArray());
            }
        });

        Assert.Equal("lost", thrown.Message);
        Assert.Equal([1], read);
    }

    [Fact]
    public void ReadAllBatches_BadArguments_ThrowsAtOnce()
    {
        var reader = new BatchReader<int>(Channel.CreateUnbounded<int>().Reader);

        Assert.Throws<ArgumentOutOfRangeException>("maxCount", () => reader.ReadAllBatchesAsync(0, s_long));
        Assert.Throws<ArgumentOutOfRangeException>("maxWait", () => reader.ReadAllBatchesAsync(1, TimeSpan.FromSeconds(-2)));
        Assert.Throws<ArgumentOutOfRangeException>("maxWait", () => reader.ReadAllBatchesAsync(1, TimeSpan.MaxValue));
    }
}
