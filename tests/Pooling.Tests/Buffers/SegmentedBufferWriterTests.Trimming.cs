using System.Buffers;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests returning the chunks that the content does not need.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    private const int TwoChunks = (4 + 16) * 1024;

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 4 * 1024)]
    [InlineData(4 * 1024, 4 * 1024)]
    [InlineData((4 * 1024) + 1, TwoChunks)]
    [InlineData(TwoChunks, TwoChunks)]
    [InlineData(TwoChunks + 1, TwoChunks + (64 * 1024))]
    public void TrimExcess_AfterALargeMessage_KeepsTheChunksOfTheContent(int length, int capacity)
    {
        foreach (bool clears in new[] { false, true })
        {
            var pool = new CountingArrayPool<byte>();
            using (var writer = new SegmentedBufferWriter(new BufferWriterOptions { ClearOnReturn = clears }, pool))
            {
                Fill(writer, new byte[500_000]);
                writer.ResetWrittenCount();
                writer.Write(Trimmed(length));

                writer.TrimExcess();
                writer.TrimExcess();

                Assert.Equal(capacity, writer.Capacity);
                Assert.Equal(capacity, pool.InUseLength);
                Assert.Equal(Trimmed(length), writer.WrittenSequence.ToArray());
                AssertContinues(writer, Trimmed(length));
            }

            pool.AssertAllReturned();
        }
    }

    /// <summary>Checks an empty current chunk, after a truncation or after a longer span was requested and not used.</summary>
    [Theory]
    [InlineData(0, false)]
    [InlineData(100, false)]
    [InlineData(4 * 1024, false)]
    [InlineData(TwoChunks, false)]
    [InlineData(TwoChunks, true)]
    [InlineData(100, true)]
    public void TrimExcess_WithAnEmptyChunkAtTheEnd_GivesItBackAndContinues(int length, bool clears)
    {
        var pool = new CountingArrayPool<byte>();
        using (var writer = new SegmentedBufferWriter(new BufferWriterOptions { ClearOnReturn = clears }, pool))
        {
            Fill(writer, Trimmed(length));
            ReadOnlySequence<byte> before = writer.WrittenSequence;
            writer.GetSpan(100_000).Fill(7);
            ReadOnlySequence<byte> sequence = writer.WrittenSequence;
            Stream stream = writer.AsReadStream();

            writer.TrimExcess();

            Assert.InRange(writer.Capacity, length, length + (64 * 1024));
            Assert.Equal(writer.Capacity, pool.InUseLength);
            AssertContinues(writer, Trimmed(length));
            Assert.Equal(Trimmed(length), before.ToArray());
            Assert.Equal(Trimmed(length), sequence.ToArray());
            var read = new MemoryStream();
            stream.CopyTo(read);
            Assert.Equal(Trimmed(length), read.ToArray());
        }

        pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(4 * 1024)]
    [InlineData(5000)]
    [InlineData(TwoChunks)]
    public void TrimExcess_AfterATruncation_KeepsTheRest(int length)
    {
        var pool = new CountingArrayPool<byte>();
        using (var writer = new SegmentedBufferWriter(new BufferWriterOptions(), pool))
        {
            Fill(writer, Trimmed(200_000));
            writer.Truncate(length);

            writer.TrimExcess();

            Assert.Equal(writer.Capacity, pool.InUseLength);
            Assert.InRange(writer.Capacity, length, TwoChunks);
            AssertContinues(writer, Trimmed(length));
        }

        pool.AssertAllReturned();
    }

    [Fact]
    public void TrimExcess_WithOpenReservations_LeavesThemOpen()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(new byte[200_000]);
        writer.ResetWrittenCount();
        BufferReservation<byte> empty = writer.Reserve(0);
        BufferReservation<byte> first = writer.Reserve(2);
        writer.Write(new byte[4094]);
        writer.GetSpan(10_000);

        writer.TrimExcess();
        BufferReservation<byte> second = writer.Reserve(1);
        writer.Write([8, 9]);
        second.PatchVarintLength();
        first.PatchLengthBigEndian();
        empty.Patch([]);

        Assert.Equal([0x10, 0x01, .. new byte[4094], 2, 8, 9], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void TrimExcess_OfAClearingWriter_ClearsWhatGoesBack()
    {
        var pool = new CountingArrayPool<byte>
        {
            OnReturned = static array => Assert.All(array, static item => Assert.True(item is 0 or TestPoolOptions.FreshPattern)),
        };
        using (var writer = new SegmentedBufferWriter(new BufferWriterOptions { ClearOnReturn = true }, pool))
        {
            Fill(writer, Trimmed(30_000));
            writer.GetSpan(100_000).Fill(7);

            writer.TrimExcess();

            Assert.Equal(1, pool.TotalReturned);
            AssertContinues(writer, Trimmed(30_000));
        }

        pool.AssertAllReturned();
    }

    [Fact]
    public void TrimExcess_WhenTheArrayPoolThrows_LeavesTheContentAsItWas()
    {
        for (int call = 5; call <= 6; call++)
        {
            var arrays = new CountingArrayPool<byte>(call, FaultMoment.After);
            var writer = new SegmentedBufferWriter(new BufferWriterOptions(), arrays);
            Fill(writer, Trimmed(TwoChunks + 65_537));
            Assert.Equal(4, arrays.Calls);
            writer.Truncate(5000);

            Assert.Throws<InjectedFaultException>(writer.TrimExcess);

            Assert.Equal(TwoChunks, writer.Capacity);
            Assert.Equal(2, arrays.InUse);
            AssertContinues(writer, Trimmed(5000));
            writer.Dispose();
            arrays.AssertAllReturned();
        }
    }

    [Fact]
    public void TrimExcess_OfAWriterThatNeverHadAnything_DoesNothing()
    {
        using var writer = new SegmentedBufferWriter();

        writer.TrimExcess();

        Assert.Equal(0, writer.Capacity);
        AssertContinues(writer, []);
    }

    [Fact]
    public void TrimExcess_OfADisposedOrRentedWriter_IsRefused()
    {
        var owned = new SegmentedBufferWriter();
        owned.Dispose();
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent();
        lease.Value.Write([1]);

        Assert.Throws<ObjectDisposedException>(owned.TrimExcess);
        Assert.Throws<InvalidOperationException>(lease.Value.TrimExcess);

        AssertContinues(lease.Value, [1]);
    }

    private static void AssertContinues(SegmentedBufferWriter writer, byte[] content)
    {
        Assert.Equal(content, writer.WrittenSequence.ToArray());
        Assert.Equal(content.Length, writer.WrittenCount);
        byte[] more = Trimmed(100_000);
        writer.WriteByte(5);
        writer.Write(more);
        writer.GetSpan(3)[2] = 1;
        writer.Advance(3);
        Assert.Equal(content.Length + 100_004, writer.WrittenCount);
        Assert.Equal([.. content, 5, .. more], writer.WrittenSequence.Slice(0, content.Length + 100_001).ToArray());
    }

    /// <summary>Writes in small pieces, so that the first chunks are short.</summary>
    private static void Fill(SegmentedBufferWriter writer, byte[] content)
    {
        for (int start = 0; start < content.Length; start += 1000)
            writer.Write(content.AsSpan(start, Math.Min(1000, content.Length - start)));
    }

    private static byte[] Trimmed(int length) => [.. Enumerable.Range(1, length).Select(static number => (byte)(number % 251))];
}
