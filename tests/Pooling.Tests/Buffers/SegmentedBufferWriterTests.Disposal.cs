using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests Detach, Dispose and clearing. Every chunk is returned exactly once.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    public static TheoryData<string, Action<SegmentedBufferWriter>> Members => new()
    {
        { "WrittenSequence", static writer => _ = writer.WrittenSequence },
        { "WrittenCount", static writer => _ = writer.WrittenCount },
        { "Capacity", static writer => _ = writer.Capacity },
        { "MaxCapacity", static writer => _ = writer.MaxCapacity },
        { "GetSpan(0)", static writer => writer.GetSpan() },
        { "GetSpan(1)", static writer => writer.GetSpan(1) },
        { "GetSpan(max)", static writer => writer.GetSpan(int.MaxValue) },
        { "GetMemory(0)", static writer => writer.GetMemory() },
        { "GetMemory(-1)", static writer => writer.GetMemory(-1) },
        { "Advance(0)", static writer => writer.Advance(0) },
        { "Advance(1)", static writer => writer.Advance(1) },
        { "Write(empty)", static writer => writer.Write([]) },
        { "Write(1)", static writer => writer.Write([1]) },
        { "ResetWrittenCount", static writer => writer.ResetWrittenCount() },
        { "Rewind(0)", static writer => writer.Rewind(0) },
        { "Truncate(0)", static writer => writer.Truncate(0) },
        { "Reserve(0)", static writer => writer.Reserve(0) },
        { "Reserve(-1)", static writer => writer.Reserve(-1) },
        { "Detach", static writer => writer.Detach() },
        { "AsReadStream", static writer => writer.AsReadStream() },
        { "CopyTo(Stream)", static writer => writer.CopyTo(Stream.Null) },
        { "CopyTo(writer)", static writer => writer.CopyTo(new ChunkedBufferWriter()) },
        { "CopyToAsync(Stream)", static writer => writer.CopyToAsync(Stream.Null) },
        { "CopyToAsync(PipeWriter)", static writer => writer.CopyToAsync(new System.IO.Pipelines.Pipe().Writer) },
    };

    [Theory]
    [MemberData(nameof(Members), DisableDiscoveryEnumeration = true)]
    public void Member_AfterDispose_Throws(string member, Action<SegmentedBufferWriter> call)
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write(new byte[10_000]);
        writer.Dispose();

        Assert.True(Record.Exception(() => call(writer)) is ObjectDisposedException, $"{member} did not throw it.");
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_OfAnUnusedWriter_EndsIt()
    {
        var writer = new SegmentedBufferWriter();
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.WrittenCount);
    }

    [Fact]
    public void Dispose_Twice_ReturnsEachChunkOnce()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write(new byte[200_000]);
        writer.ResetWrittenCount();
        writer.Dispose();
        writer.Dispose();

        pool.AssertAllReturned();
        Assert.True(pool.TotalReturned > 3);
    }

    [Fact]
    public void Dispose_FromTwoThreads_ReturnsEachChunkOnce()
    {
        const int Rounds = 10_000;
        var pool = new CountingArrayPool<byte>(static length => 16);
        var writers = new SegmentedBufferWriter[Rounds];
        for (int i = 0; i < Rounds; i++)
        {
            writers[i] = new SegmentedBufferWriter(new() { MaxCapacity = 16, ClearOnReturn = true }, pool);
            writers[i].Write([1, 2, 3]);
        }

        pool.OnReturned = static array => Assert.Equal(0, array[0]); // cleared by the thread that won
        LockStep.Run(Rounds, round => writers[round].Dispose());

        foreach (SegmentedBufferWriter writer in writers)
            writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_BetweenGetSpanAndAdvance_MakesAdvanceThrow()
    {
        var writer = new SegmentedBufferWriter();
        writer.GetSpan(4)[0] = 1;
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.Advance(1));
    }

    [Fact]
    public void Detach_HandsOverExactlyWhatWasWritten()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new SegmentedBufferWriter(new(), pool);
        byte[] message = Message(150_000);
        writer.Write(message);
        PooledSequence first = writer.Detach();
        Assert.Equal(0, writer.WrittenCount);
        writer.Write([4, 5]);
        PooledSequence second = writer.Detach();
        writer.Dispose();

        Assert.Equal(150_000, first.Length);
        Assert.Equal(message, first.Sequence.ToArray());
        Assert.Equal([4, 5], second.Sequence.ToArray());
        first.Dispose();
        Assert.Equal([4, 5], second.Sequence.ToArray());
        second.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Detach_WithSpareChunks_LeavesThemWithTheWriter()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write(new byte[150_000]);
        writer.ResetWrittenCount();
        byte[] first = Message(40_000); // of 64 KB
        writer.Write(first);
        long rented = pool.TotalRented;
        using (PooledSequence owner = writer.Detach())
        {
            byte[] message = Message(120_000);
            writer.Write(message);
            Assert.Equal(rented, pool.TotalRented);
            Assert.Equal(first, owner.Sequence.ToArray());
            Assert.Equal(message, writer.WrittenSequence.ToArray());
        }

        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Detach_OfNothing_LeavesTheChunksWithTheWriter()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new SegmentedBufferWriter(new(), pool);
        writer.GetSpan(100);
        using (PooledSequence owner = writer.Detach())
            Assert.True(owner.Sequence.IsEmpty);

        Assert.Equal(0, pool.TotalReturned);
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Writer_WhenThePoolThrowsOnAnyCall_ReturnsEveryChunkOnce(bool clearOnReturn)
    {
        bool failed = true;
        int k = 0;
        byte[] message = Message(100_000);
        while (failed)
        {
            k++;
            var pool = new CountingArrayPool<byte>(k, FaultMoment.After);
            var writer = new SegmentedBufferWriter(new() { ClearOnReturn = clearOnReturn }, pool);
            PooledSequence? owner = null;
            long before = 0;
            Exception? fault = Record.Exception(() =>
            {
                writer.Write(message);
                before = writer.WrittenCount;
                writer.GetSpan(100_000);
                writer.Reserve(70_000);
                before = writer.WrittenCount;
                writer.Write(message);
                before = writer.WrittenCount;
                owner = writer.Detach();
                before = 0;
                writer.Write(message);
                before = writer.WrittenCount;
            });
            Assert.Equal(before, writer.WrittenCount);
            Assert.Equal(before, writer.WrittenSequence.Length);
            if (fault is not null && before > 0)
                Assert.Equal(message, writer.WrittenSequence.Slice(0, message.Length).ToArray());
            _ = Record.Exception(() => owner?.Dispose());
            _ = Record.Exception(writer.Dispose);

            pool.AssertAllReturned();
            failed = pool.Calls >= k; // a run without a fault ends the loop
        }

        Assert.True(k > 12);
    }

    [Fact]
    public void Write_WhenThePoolGivesTooLittle_Throws()
    {
        var writer = new SegmentedBufferWriter(new(), new ShortArrayPool<byte>());

        Assert.Throws<InvalidOperationException>(() => writer.Write([1]));
        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void Writer_ThatClears_LeavesNothingOfWhatItOffered()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        var writer = new SegmentedBufferWriter(new() { ClearOnReturn = true }, pool);
        for (int i = 0; i < 40; i++)
        {
            writer.GetSpan(3000).Slice(0, 3000).Fill(7); // half of it is committed
            writer.Advance(1500);
            writer.GetSpan(3001).Fill(7);
        }

        using (PooledSequence owner = writer.Detach())
            Assert.Equal(60_000, owner.Length);
        writer.Write(Enumerable.Repeat((byte)7, 100_000).ToArray());
        writer.Dispose();

        Assert.NotEmpty(pool.CameBack);
        Assert.All(pool.CameBack, static array => Assert.DoesNotContain((byte)7, array));
        pool.AssertAllReturned();
    }

    [Fact]
    public void Writer_ThatClears_LeavesNothingAfterResetAndTruncation()
    {
        using var writer = new SegmentedBufferWriter(new() { ClearOnReturn = true }, new CountingArrayPool<byte>());
        byte[] sevens = Enumerable.Repeat((byte)7, 100_000).ToArray();
        writer.Write(sevens);
        writer.Truncate(5000);
        Assert.DoesNotContain((byte)7, Rest(writer, 95_000));
        writer.Truncate(5000);
        writer.ResetWrittenCount();

        Assert.DoesNotContain((byte)7, Rest(writer, 100_000));
    }

    [Fact]
    public void Writer_ThatDoesNotClear_ShowsOnlyWhatWasWritten()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new SegmentedBufferWriter(new(), pool);
        for (int i = 0; i < 100; i++)
        {
            writer.GetSpan(3000).Slice(0, 1234).Fill(7);
            writer.Advance(1234);
            writer.Reserve(10);
        }

        Assert.DoesNotContain(TestPoolOptions.FreshPattern, writer.WrittenSequence.ToArray());
    }

    /// <summary>Returns the memory after the content, chunk by chunk.</summary>
    private static byte[] Rest(SegmentedBufferWriter writer, int length)
    {
        List<byte> rest = [];
        while (rest.Count < length)
        {
            byte[] room = writer.GetSpan().ToArray();
            rest.AddRange(room);
            writer.Advance(room.Length);
        }

        return [.. rest];
    }
}
