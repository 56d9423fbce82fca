using System.Runtime.InteropServices;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests channels before their first write, which makes the slots.
public sealed partial class RingChannelTests
{
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Channel_WithoutSlots_WorksAsAnEmptyOne(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(3, singleReader, singleWriter);

        Assert.Equal(0, channel.Reader.Count);
        Assert.False(channel.Reader.TryRead(out _));
        Assert.False(channel.Reader.TryPeek(out _));
        Assert.True(await channel.Writer.WaitToWriteAsync());

        ValueTask<int> read = channel.Reader.ReadAsync();
        Task<bool> wait = channel.Reader.WaitToReadAsync().AsTask();
        Assert.True(channel.Writer.TryWrite(1));
        Assert.Equal(1, await read);
        Assert.True(channel.Writer.TryWrite(2)); // the wait may have found that the read took the first item
        Assert.True(await wait);
        Assert.True(channel.Reader.TryRead(out int second));
        Assert.Equal(2, second);
        for (int i = 0; i < 20; i++)
        {
            Assert.True(channel.Writer.TryWrite(i));
            Assert.Equal((true, i), (channel.Reader.TryRead(out int item), item));
        }
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Channel_CompletedWithoutSlots_Ends(bool singleReader, bool singleWriter)
    {
        RingChannel<int> channel = Create<int>(3, singleReader, singleWriter);
        channel.Writer.Complete();

        Assert.False(channel.Writer.TryWrite(1));
        Assert.False(channel.Reader.TryRead(out _));
        Assert.False(await channel.Reader.WaitToReadAsync());
        await channel.Reader.Completion;
        channel.Dispose();
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task FirstWrite_WithoutMemory_LeavesTheItemWithTheCaller(bool singleReader, bool singleWriter)
    {
        using RingChannel<HugeItem> channel = Create<HugeItem>(1 << 29, singleReader, singleWriter);

        for (int i = 0; i < 2; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => channel.Writer.TryWrite(default));
            Assert.Throws<OutOfMemoryException>(() => _ = channel.Writer.WriteAsync(default));
        }

        Assert.Equal(0, channel.Reader.Count);
        channel.Writer.Complete();
        await channel.Reader.Completion;
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void FirstWrites_OfSeveralThreads_AllArrive(bool singleReader)
    {
        const int Threads = 4;
        for (int round = 0; round < 300; round++)
        {
            using RingChannel<int> channel = Create<int>(Threads, singleReader, singleWriter: false);
            TestThread.RunAll(Threads, index => Assert.True(channel.Writer.TryWrite(index)));

            Assert.False(channel.Writer.TryWrite(-1));
            List<int> items = [];
            while (channel.Reader.TryRead(out int item))
                items.Add(item);

            Assert.Equal(Enumerable.Range(0, Threads), items.OrderBy(static item => item));
        }
    }

#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [MemberData(nameof(Rings))]
    public void Constructor_OfALargeChannel_AllocatesLittle(bool singleReader, bool singleWriter)
    {
        Create<int>(1_000_000, singleReader, singleWriter).Dispose();
        long before = GC.GetAllocatedBytesForCurrentThread();
        using RingChannel<int> channel = Create<int>(1_000_000, singleReader, singleWriter);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 2_000);
    }
#endif

    [StructLayout(LayoutKind.Sequential, Size = 1 << 13)]
    private struct HugeItem;
}
