using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests messages taken from writers, slices, clearing, and threads.</summary>
public sealed partial class SharedBufferTests
{
    [Fact]
    public void DetachShared_AnOwnedWriter_HandsItsArrayOver()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2, 3]);
        SharedBuffer share = writer.DetachShared();
        Assert.Equal(1, pool.TotalRented);
        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(0, writer.Capacity);
        writer.Write([9]);
        writer.Dispose();

        Assert.Equal([1, 2, 3], share.Span.ToArray());
        Assert.Equal(1, pool.InUse);
        share.TryReturn();
        pool.AssertAllReturned();
    }

    [Fact]
    public void DetachShared_ARentedWriter_OutlivesTheRental()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        SharedBuffer share;
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
        {
            lease.Value.Write([1, 2]);
            share = lease.Value.DetachShared();
        }

        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
            lease.Value.Write([3, 4]);

        Assert.Equal([1, 2], share.Span.ToArray());
        share.TryReturn();
        Assert.Throws<ObjectDisposedException>(() => share.Memory);
        pool.Dispose();
        arrays.AssertAllReturned();
    }

    [Fact]
    public void DetachShared_OfNothing_LeavesTheArrayWithTheWriter()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        using (SharedBuffer share = writer.DetachShared())
            Assert.Equal(0, share.Length);

        Assert.Equal(0, pool.TotalReturned);
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void DetachShared_OfNothing_EndsReservations()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(0);

        using SharedBuffer message = writer.DetachShared();

        Assert.Throws<InvalidOperationException>(() => reservation.Length);
    }

    [Fact]
    public void Release_OfTheLastShare_LeavesTheArrayAndThePoolToTheCollector()
    {
        var pool = new CountingArrayPool<byte>();
        SharedBuffer message = SharedBuffer.Create([1, 2, 3], pool);
        ShareGroup kept = message.Group!;
        message.TryReturn();

        Assert.Null(kept.Array);
        Assert.Null(kept.Pool);
    }

    [Fact]
    public void DetachShared_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.DetachShared());
    }

    [Fact]
    public void DetachShared_AClearingWriter_ClearsBeforeTheArrayGoesBack()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { ClearOnReturn = true }, pool);
        writer.GetSpan(100).Fill(7); // written, but mostly not committed
        writer.Advance(10);
        SharedBuffer share = writer.DetachShared();
        Assert.Equal(Enumerable.Repeat((byte)7, 10), share.Span.ToArray());
        share.TryReturn();

        Assert.DoesNotContain((byte)7, Assert.Single(pool.CameBack));
    }

    [Fact]
    public void Create_WithClearing_ClearsWhatItHeld()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        SharedBuffer.Create([7, 7, 7], pool, clearOnReturn: true).TryReturn();
        SharedBuffer.Create([7, 7, 7], pool).TryReturn();

        Assert.DoesNotContain((byte)7, pool.CameBack[0]);
        Assert.Contains((byte)7, pool.CameBack[1]); // clearing was not requested
        pool.AssertAllReturned();
    }

    [Fact]
    public void Slice_PinsTheMessage()
    {
        var pool = new CountingArrayPool<byte>();
        SharedBuffer whole = SharedBuffer.Create([0, 1, 2, 3, 4, 5], pool);
        SharedBuffer part = whole.Slice(2);
        SharedBuffer inner = part.Slice(1, 2);
        SharedBuffer again = inner.Retain();
        whole.TryReturn();
        part.TryReturn();

        Assert.Equal([3, 4], inner.Span.ToArray());
        inner.TryReturn();
        Assert.Equal([3, 4], again.Memory.ToArray());
        Assert.Equal(0, pool.TotalReturned);
        again.TryReturn();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Slice_ToTheEnds_IsAllowed()
    {
        using SharedBuffer whole = SharedBuffer.Create([1, 2, 3]);
        using SharedBuffer all = whole.Slice(0, 3);
        using SharedBuffer none = whole.Slice(3);
        using SharedBuffer nothing = whole.Slice(0, 0);

        Assert.Equal([1, 2, 3], all.Span.ToArray());
        Assert.True(none.Span.IsEmpty);
        Assert.Equal(0, nothing.Length);
    }

    [Theory]
    [InlineData(-1, 0, "start")]
    [InlineData(4, 0, "start")]
    [InlineData(0, -1, "length")]
    [InlineData(0, 4, "length")]
    [InlineData(1, 3, "length")]
    [InlineData(2, int.MaxValue, "length")]
    [InlineData(int.MaxValue, int.MaxValue, "start")]
    public void Slice_OutOfRange_ThrowsAndSharesNothing(int start, int length, string argument)
    {
        using SharedBuffer outer = SharedBuffer.Create([0, 1, 2, 3]);
        using SharedBuffer whole = outer.Slice(1); // the array is longer on both sides
        long groups = GroupsInUse;

        Assert.Throws<ArgumentOutOfRangeException>(argument, () => whole.Slice(start, length));
        if (length == 0)
            Assert.Throws<ArgumentOutOfRangeException>(argument, () => whole.Slice(start));
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Release_OfOneShareByTwoThreads_EndsItOnce()
    {
        const int Rounds = 20_000;
        var pool = new CountingArrayPool<byte>();
        var shares = new SharedBuffer[Rounds];
        for (int i = 0; i < Rounds; i++)
            shares[i] = SharedBuffer.Create([1], pool);
        int refused = 0;

        int raced = LockStep.Run(Rounds, round =>
        {
            if (!shares[round].TryReturn())
                Interlocked.Increment(ref refused);
        });

        Assert.Equal(raced, pool.TotalReturned);
        Assert.Equal(raced, refused);
        foreach (SharedBuffer share in shares)
            share.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Release_OfTheLastShareAgainstALateRetain_GivesALiveShareOrNone()
    {
        const int Rounds = 20_000;
        long groups = GroupsInUse;
        var shares = new SharedBuffer[Rounds];
        for (int i = 0; i < Rounds; i++)
            shares[i] = SharedBuffer.Create([(byte)i]);
        int releaser = 0;
        int wrong = 0;

        LockStep.Run(Rounds, round =>
        {
            SharedBuffer share = shares[round];
            if (Interlocked.Increment(ref releaser) % 2 == 0)
            {
                share.Dispose();
                SharedBuffer.Create([0xEE]).Dispose(); // the next message in the same memory
            }
            else if (share.TryRetain(out SharedBuffer late))
            {
                if (late.Span[0] != (byte)round)
                    Interlocked.Increment(ref wrong);
                late.TryReturn();
            }
        });
        foreach (SharedBuffer share in shares)
            share.Dispose();

        Assert.Equal(0, wrong);
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Share_HeldByManyThreads_ReturnsTheArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        for (int round = 0; round < 200; round++)
        {
            SharedBuffer message = SharedBuffer.Create([1, 2, 3], pool);
            SharedBuffer[] shares = [message.Retain(), message.Retain(), message.Slice(1), message.Slice(2, 1)];
            message.TryReturn();
            TestThread.RunAll(shares.Length, index =>
            {
                Assert.Equal(index < 2 ? 1 : index, shares[index].Span[0]);
                using SharedBuffer more = shares[index].Retain();
                shares[index].TryReturn();
                Assert.Equal(index < 2 ? 1 : index, more.Span[0]);
            });
        }

        pool.AssertAllReturned();
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Message_SharedAndReleased_AllocatesNothing()
    {
        byte[] content = new byte[100];
        var shares = new SharedBuffer[10];

        AllocationAssert.Zero(() =>
        {
            SharedBuffer message = SharedBuffer.Create(content);
            for (int i = 0; i < shares.Length; i++)
                shares[i] = i % 2 == 0 ? message.Retain() : message.Slice(i);
            message.TryReturn();
            foreach (SharedBuffer share in shares)
            {
                _ = share.Span.Length + share.Memory.Length;
                share.Dispose();
            }
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Message_TakenFromARentedWriter_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Value.Write([1, 2, 3]);
        using SharedBuffer message = lease.Value.DetachShared();
        _ = message.Memory.Length;
    });
#endif
}
