using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests that objects of one rental never become valid again, even after 2^32 more rentals.</summary>
public sealed class RentalNumberTests
{
    private const long Wrap = 1L << 32;

    [Fact]
    public void Streams_WhenTheRentalNumberPasses32Bits_StayClosed()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        writer.Write([1, 2, 3]);
        long number = writer.Rental;
        Stream output = writer.AsStream();
        Stream input = writer.AsReadStream();
        lease.Dispose();

        for (long rental = number + Wrap - 2; rental <= number + Wrap + 2; rental++)
        {
            writer.LastUse = rental - 1;
            using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
            Assert.Same(writer, next.Value);
            Assert.Equal(rental, writer.Rental);

            Assert.Throws<ObjectDisposedException>(() => output.WriteByte(9));
            Assert.Throws<ObjectDisposedException>(() => input.ReadByte());
            Assert.Equal(0, next.Value.WrittenCount);
        }
    }

    [Fact]
    public void ReadStream_WhenTheGenerationPasses32Bits_StaysClosed()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1, 2, 3]);
        Stream input = writer.AsReadStream();
        long generation = writer.Generation;

        foreach (long next in new[] { Wrap - 1, Wrap, Wrap + 1 })
        {
            writer.Generation = generation + next;

            Assert.Throws<ObjectDisposedException>(() => input.ReadByte());
        }
    }

    [Fact]
    public void Text_WhenTheWriterIsRentedAgainMeanwhile_IsRefused()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        writer.Write(new byte[10]);
        writer.ResetWrittenCount();
        PooledLease<PooledArrayBufferWriter<byte>> next = default;
        string EndAndRent()
        {
            long use = writer.LastUse;
            lease.Dispose();
            writer.LastUse = use + Wrap - 1;
            next = pool.Rent();
            return "text";
        }

        Assert.Throws<InvalidOperationException>(() => writer.WriteUtf8($"STALE{EndAndRent()}"));
        Assert.Same(writer, next.Value);
        Assert.Equal(0, next.Value.WrittenCount);
        next.Dispose();
    }
}
