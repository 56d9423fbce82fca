using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>Tests rentals of a writer that was rented before. They end with a shorter code path than the first.</content>
public sealed partial class PooledArrayBufferWriterTests
{
    [Fact]
    public void Return_OfAWarmWriter_EndsItsStreams()
    {
        using BufferWriterPool pool = WarmPool(new BufferWriterPoolOptions());
        Stream stream;
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
        {
            lease.Value.Write([1]);
            stream = lease.Value.AsStream();
        }

        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();

        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(2));
        Assert.Equal(0, next.Value.WrittenCount);
    }

    [Fact]
    public void Return_OfAWarmWriter_EndsItsReservations()
    {
        using BufferWriterPool pool = WarmPool(new BufferWriterPoolOptions());
        BufferReservation<byte> open;
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            open = lease.Value.Reserve(1);

        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        next.Value.Write([7]);

        Assert.Throws<InvalidOperationException>(() => open.Patch([1]));
        Assert.Equal([7], next.Value.WrittenSpan.ToArray());
    }

    [Fact]
    public void Return_OfAWarmClearingWriter_Clears()
    {
        using BufferWriterPool pool = WarmPool(new BufferWriterPoolOptions { ClearOnReturn = true });
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            lease.Value.Write([1, 2, 3]);

        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();

        Assert.Equal([0, 0, 0], next.Value.GetSpan(3).Slice(0, 3).ToArray());
    }

    [Fact]
    public void Return_OfAWarmWriterAfterOneLongMessage_RemembersItAtTheNextReview()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        WriteOnce(pool, 60_000);
        long rented = arrays.TotalRented;
        for (int i = 0; i < 1000; i++)
            WriteOnce(pool, i % 50 == 0 ? 60_000 : 10); // one in each interval between two reviews, and it never grows

        Assert.Equal((0, 0), (arrays.TotalRented - rented, arrays.TotalReturned));
    }

    private static BufferWriterPool WarmPool(BufferWriterPoolOptions options)
    {
        var pool = new BufferWriterPool(options);
        for (int i = 0; i < 3; i++)
            WriteOnce(pool, 10);

        return pool;
    }

    private static void WriteOnce(BufferWriterPool pool, int length)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write(new byte[length]);
    }
}
