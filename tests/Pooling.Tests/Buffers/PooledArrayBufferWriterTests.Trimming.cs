using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests returning memory that the content does not need.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 16)]
    [InlineData(16, 16)]
    [InlineData(17, 32)]
    [InlineData(1000, 1024)]
    [InlineData(32_768, 32_768)]
    [InlineData(32_769, 65_536)]
    public void TrimExcess_AfterALargeMessage_KeepsTheContentInAsShortAnArrayAsCanBe(int length, int capacity)
    {
        var pool = new CountingArrayPool<byte>();
        using (var writer = new PooledArrayBufferWriter<byte>(new(), pool))
        {
            writer.Write(new byte[50_000]);
            writer.ResetWrittenCount();
            writer.Write(Message(length));

            writer.TrimExcess();

            Assert.Equal(capacity, writer.Capacity);
            Assert.Equal(capacity, pool.InUseLength);
            Assert.Equal(Message(length), writer.WrittenSpan.ToArray());
            AssertStillUsable(writer, length);
        }

        pool.AssertAllReturned();
    }

    [Fact]
    public void TrimExcess_WithNothingToGain_TouchesNothing()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write(Message(10));
        long rented = pool.TotalRented;

        writer.TrimExcess();
        writer.TrimExcess();

        Assert.Equal(rented, pool.TotalRented);
        Assert.Equal(0, pool.TotalReturned);
        Assert.Equal(Message(10), writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void TrimExcess_WhenThePoolHasNothingShorter_KeepsTheArray()
    {
        var pool = new CountingArrayPool<byte>(static _ => 4096);
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write(Message(10));

        writer.TrimExcess();

        Assert.Equal(4096, writer.Capacity);
        Assert.Equal(1, pool.InUse);
        Assert.Equal(Message(10), writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void TrimExcess_WithTheSharedPool_MovesToAShorterArray()
    {
        using var writer = new PooledArrayBufferWriter<byte>(65_536);
        writer.Write(Message(100));

        writer.TrimExcess();

        Assert.InRange(writer.Capacity, 128, 512); // on .NET Framework a pool without an array of the right length returns a longer one
        AssertStillUsable(writer, 100);
    }

    [Fact]
    public void TrimExcess_OfAnEmptyWriter_RentsTheNextArrayWhenSomethingIsWritten()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 512 }, pool);

        writer.TrimExcess();
        writer.TrimExcess();

        Assert.Equal(0, pool.InUse);
        Assert.Equal(0, writer.Capacity);
        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(1));
        writer.Write([1]);
        Assert.Equal([512, 512], pool.Requests);
    }

    [Fact]
    public void TrimExcess_WithAMaximumBelowThePowerOfTwo_StaysWithinIt()
    {
        var pool = new CountingArrayPool<byte>(static length => length);
        using var writer = new PooledArrayBufferWriter<byte>(new() { MaxCapacity = 1000, InitialCapacity = 1000 }, pool);
        writer.Write(Message(600));

        writer.TrimExcess();

        Assert.Equal(1000, writer.Capacity);
        writer.Truncate(500);
        writer.TrimExcess();
        Assert.Equal(512, writer.Capacity);
        writer.Write(new byte[500]);
        Assert.Throws<BufferCapacityExceededException>(() => writer.Write([1]));
    }

    [Fact]
    public void TrimExcess_WithOpenReservations_LeavesThemOpen()
    {
        using var writer = new PooledArrayBufferWriter<byte>(4096);
        BufferReservation<byte> first = writer.Reserve(2);
        writer.Write([7]);
        BufferReservation<byte> second = writer.Reserve(1);
        writer.Write([8, 9]);

        writer.TrimExcess();
        writer.Write(new byte[100]);
        second.PatchVarintLength();
        first.PatchLengthBigEndian();

        Assert.Equal([0, 104, 7, 102, 8, 9, .. new byte[100]], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void TrimExcess_WithAnEmptyReservation_LeavesItOpen()
    {
        using var writer = new PooledArrayBufferWriter<byte>(4096);
        BufferReservation<byte> reserved = writer.Reserve(0);

        writer.TrimExcess();
        writer.Write([1, 2]);
        reserved.PatchVarintLength();

        Assert.Equal([2, 1, 2], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void TrimExcess_OfAClearingWriter_ClearsWhatGoesBack()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8192, ClearOnReturn = true }, pool))
        {
            writer.Write([1, 2, 3]);
            writer.GetSpan(5000).Fill(1);

            writer.TrimExcess();
            Assert.Equal(0, SecretsIn(Assert.Single(pool.CameBack)));

            Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
            writer.GetSpan(5)[4] = 1;
            writer.Advance(1);
        }

        Assert.All(pool.CameBack, static array => Assert.Equal(0, SecretsIn(array)));
    }

    [Fact]
    public void TrimExcess_OfReferences_KeepsThem()
    {
        using var writer = new PooledArrayBufferWriter<string>(4096);
        writer.Write(["a", "b", "c"]);

        writer.TrimExcess();

        Assert.Equal(["a", "b", "c"], writer.WrittenSpan.ToArray());
        Assert.InRange(writer.Capacity, 3, 16);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void TrimExcess_WhenTheArrayPoolThrows_LeavesTheContentAsItWas(int length)
    {
        int failures = 0;
        bool failed = true;
        for (int call = 2; failed; call++)
        {
            var arrays = new CountingArrayPool<byte>(call, FaultMoment.After);
            var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 4096 }, arrays);
            writer.Write(Message(length));
            Exception? thrown = Record.Exception(writer.TrimExcess);
            failed = thrown is not null;
            if (failed)
            {
                failures++;
                Assert.IsType<InjectedFaultException>(thrown);
                AssertStillUsable(writer, length);
            }

            _ = Record.Exception(writer.Dispose);
            arrays.AssertAllReturned();
        }

        Assert.Equal(length == 0 ? 1 : 2, failures);
    }

    [Fact]
    public void TrimExcess_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>(4096);
        writer.Write([1]);
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(writer.TrimExcess);
    }

    [Fact]
    public void TrimExcess_OfARentedWriter_IsRefused()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        lease.Value.Write([1, 2, 3]);

        Assert.Throws<InvalidOperationException>(lease.Value.TrimExcess);

        AssertStillUsable(lease.Value, 3);
    }

    [Fact]
    public void TrimExcess_WithinInterpolatedText_EndsTheText()
    {
        using var writer = new PooledArrayBufferWriter<byte>(4096);
        writer.Write([1]);
        string Trim()
        {
            writer.TrimExcess();
            writer.GetSpan(4000); // the shared pool may return the old array again
            return "text";
        }

        Assert.Throws<InvalidOperationException>(() => writer.WriteUtf8($"before {Trim()} behind"));

        Assert.Equal([1], writer.WrittenSpan.ToArray());
    }
}
