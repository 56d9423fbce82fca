using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests rented writers: the memory that they keep, their adaptation to usage, and their return.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Fact]
    public void Rent_FromTheSharedPool_GivesAnEmptyWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();

        Assert.Equal(0, lease.Value.WrittenCount);
        lease.Value.Write([1]);
        Assert.Equal([1], lease.Value.WrittenSpan.ToArray());
    }

    [Fact]
    public void Rent_Again_GivesTheWarmArray()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        for (int i = 0; i < 10; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            Assert.Equal(0, lease.Value.WrittenCount);
            lease.Value.Write([1, 2, 3]);
        }

        Assert.Equal(1, arrays.TotalRented);
        Assert.Equal(0, arrays.TotalReturned);
    }

    [Fact]
    public void Dispose_OfARentedWriter_ThrowsAndHarmsNothing()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write([1]);

        Assert.Contains("lease", Assert.Throws<InvalidOperationException>(lease.Value.Dispose).Message, StringComparison.Ordinal);

        Assert.Equal([1], lease.Value.WrittenSpan.ToArray());
        Assert.Equal(0, arrays.TotalReturned);
    }

    [Fact]
    public void Value_AfterTheLeaseEnded_Throws()
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Dispose();
        using PooledLease<PooledArrayBufferWriter<byte>> next = PooledArrayBufferWriter.Rent();
        lease.Dispose();

        Assert.Throws<ObjectDisposedException>(() => lease.Value);
        next.Value.Write([1]);
        Assert.Equal([1], next.Value.WrittenSpan.ToArray());
    }

    [Fact]
    public void Rent_WhileAnotherIsOut_GivesAnotherWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> outer = PooledArrayBufferWriter.Rent();
        outer.Value.Write([1]);
        using (PooledLease<PooledArrayBufferWriter<byte>> inner = PooledArrayBufferWriter.Rent())
        {
            Assert.NotSame(outer.Value, inner.Value);
            inner.Value.Write([2, 2]);
        }

        outer.Value.Write([3]);
        Assert.Equal([1, 3], outer.Value.WrittenSpan.ToArray());
    }

    [Fact]
    public async Task Rent_AcrossAnAwaitThatResumesElsewhere_KeepsTheContent()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        for (int i = 0; i < 50; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write([1]);
            int before = Environment.CurrentManagedThreadId;
            await new NewThread();
            Assert.NotEqual(before, Environment.CurrentManagedThreadId);
            lease.Value.Write([2]);
            Assert.Equal([1, 2], lease.Value.WrittenSpan.ToArray());
        }

        Assert.Equal(50, pool.GetStatistics().TotalReturned);
        Assert.Empty(arrays.Errors);
    }

    [Fact]
    public void Lease_EndingWithAnException_GivesTheWriterBackEmpty()
    {
        using BufferWriterPool pool = PoolOver(new CountingArrayPool<byte>());
        PooledArrayBufferWriter<byte>? used = null;
        void Fail()
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            used = lease.Value;
            used.Write([1]);
            throw new FormatException();
        }

        Assert.Throws<FormatException>(Fail);

        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Same(used, next.Value);
        Assert.Equal(0, next.Value.WrittenCount);
    }

    [Fact]
    public void Messages_Of128KBInOnePiece_GrowAtMostTwice()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        byte[] message = new byte[128 * 1024];
        for (int i = 0; i < 1000; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(message);
        }

        Assert.InRange(arrays.TotalRented, 1, 2);
    }

    [Fact]
    public void Messages_Of128KBInPieces_GrowDuringTheFirstOnly()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        WriteInPieces(pool, 128 * 1024);
        long afterTheFirst = arrays.TotalRented;
        for (int i = 0; i < 999; i++)
            WriteInPieces(pool, 128 * 1024);

        Assert.Equal(afterTheFirst, arrays.TotalRented);
    }

    [Fact]
    public void Messages_TooLargeToKeep_AreRentedInOnePieceOnceLearned()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays, maxRetainedCapacity: 64 * 1024);
        WriteInPieces(pool, 128 * 1024);
        WriteInPieces(pool, 128 * 1024);
        long afterTwo = arrays.TotalRented;
        Assert.Equal(0, arrays.InUse);
        for (int i = 0; i < 100; i++)
            WriteInPieces(pool, 128 * 1024);

        Assert.Equal(afterTwo + 100, arrays.TotalRented);
        Assert.Equal(0, arrays.InUse);
    }

    [Fact]
    public void Message_TooLargeToKeep_ThatCameOnce_MakesNobodyRentAsMuch()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays, maxRetainedCapacity: 4096);
        WriteInPieces(pool, 4096);
        WriteInPieces(pool, 1 << 20);
        arrays.Requests.Clear();
        for (int i = 0; i < 10; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> warm = pool.Rent();
            using PooledLease<PooledArrayBufferWriter<byte>> fresh = pool.Rent();
            warm.Value.Write([1]);
            fresh.Value.Write([1]);
        }

        Assert.All(arrays.Requests, static request => Assert.InRange(request, 1, 4096));
    }

    [Fact]
    public void Message_OfANewWriter_StartsWithWhatOthersLearned()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        WriteInPieces(pool, 128 * 1024);
        using PooledLease<PooledArrayBufferWriter<byte>> first = pool.Rent();
        WriteInPieces(pool, 128 * 1024);
        using PooledLease<PooledArrayBufferWriter<byte>> second = pool.Rent();
        arrays.Requests.Clear();
        WriteInPieces(pool, 128 * 1024);

        Assert.Equal([128 * 1024], arrays.Requests);
    }

    [Fact]
    public void Writer_AfterOneLargeMessage_GivesItsArrayBackWhenOnlySmallOnesFollow()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        WriteInPieces(pool, 512 * 1024);
        for (int i = 0; i < 2000; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write([1]);
        }

        using PooledLease<PooledArrayBufferWriter<byte>> last = pool.Rent();
        Assert.InRange(last.Value.Capacity, 1, 4096);
    }

    [Fact]
    public void Writer_OfMixedMessages_KeepsTheArrayOfTheLargeOnes()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        WriteInPieces(pool, 128 * 1024);
        long afterTheFirst = arrays.TotalRented;
        for (int i = 0; i < 1000; i++)
            WriteInPieces(pool, i % 10 == 0 ? 128 * 1024 : 4096);

        Assert.Equal(afterTheFirst, arrays.TotalRented);
    }

    [Fact]
    public void Writer_ThatIsResetBetweenMessages_LearnsThemAll()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays);
        for (int i = 0; i < 500; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(new byte[100_000]);
            lease.Value.ResetWrittenCount();
            lease.Value.Write([1]);
        }

        Assert.Equal(1, arrays.TotalRented);
    }

    [Fact]
    public void Array_LongerThanMayBeKept_GoesBackWhenTheLeaseEnds()
    {
        var arrays = new CountingArrayPool<byte>();
        using BufferWriterPool pool = PoolOver(arrays, maxRetainedCapacity: 1024);
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            lease.Value.Write(new byte[1025]);

        Assert.Equal(0, arrays.InUse);
        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Detach_OfARentedWriter_OutlivesTheLease()
    {
        var arrays = new CountingArrayPool<byte>();
        BufferWriterPool pool = PoolOver(arrays);
        PooledArray<byte> owner;
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
        {
            lease.Value.Write([1, 2, 3]);
            owner = lease.Value.Detach();
        }

        using (PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent())
            next.Value.Write([9, 9, 9]);

        Assert.Equal([1, 2, 3], owner.Span.ToArray());
        owner.Dispose();
        pool.Dispose();
        arrays.AssertAllReturned();
    }

    [Fact]
    public void Secrets_OfAClearingPool_NeverReachTheNextRenter()
    {
        var arrays = new CountingArrayPool<byte> { KeepsContent = true };
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = true, MaxRetainedCapacity = 4096 },
            arrayPool: arrays);
        for (int i = 0; i < 200; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            Assert.Equal(0, SecretsIn(lease.Value.GetSpan(i * 50).ToArray()));
            lease.Value.GetSpan(i * 50).Fill(1);
            lease.Value.Advance(i);
        }

        pool.Dispose();
        arrays.AssertAllReturned();
        Assert.All(arrays.CameBack, static array => Assert.Equal(0, SecretsIn(array)));
    }

    private static void WriteInPieces(BufferWriterPool pool, int length)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        for (int written = 0; written < length; written += 4096)
        {
            lease.Value.GetSpan(4096);
            lease.Value.Advance(4096);
        }
    }

    private static BufferWriterPool PoolOver(System.Buffers.ArrayPool<byte> arrays, int maxRetainedCapacity = 1 << 20) =>
        new(new BufferWriterPoolOptions { MaxRetainedCapacity = maxRetainedCapacity }, arrayPool: arrays);
}
