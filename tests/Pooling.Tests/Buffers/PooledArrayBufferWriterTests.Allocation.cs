#if !NETFRAMEWORK
using System.Buffers;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests that the steady path allocates nothing.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(0, false)]
    [InlineData(128, false)]
    [InlineData(128, true)]
    [InlineData(4096, false)]
    [InlineData(128 * 1024, false)]
    [InlineData(1024 * 1024, false)]
    public void Rental_WrittenReadAndReturned_AllocatesNothing(int length, bool clearOnReturn)
    {
        byte[] message = new byte[length];
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = clearOnReturn });

        AllocationAssert.Zero(() =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(message);
            _ = lease.Value.WrittenSpan.Length + lease.Value.WrittenMemory.Length;
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Rental_FromTheSharedPool_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
        using PooledLease<PooledArrayBufferWriter<byte>> nested = PooledArrayBufferWriter.Rent();
        lease.Value.Write([1]);
        nested.Value.Write(lease.Value.WrittenSpan);
    });

    [Fact]
    [Trait("Category", "Allocation")]
    public void Rental_WithCountedBytes_AllocatesNothing()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 1 << 20 });

        AllocationAssert.Zero(() =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write([1]);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Rental_WithArraysTooLargeToKeep_AllocatesNothingOverTheSharedArrayPool()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 1024 });

        AllocationAssert.Zero(() =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.GetSpan(10_000);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Members_OfAnOwnedWriter_AllocateNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { ClearOnReturn = true });
        using var texts = new PooledArrayBufferWriter<string>();
        byte[] message = new byte[3000];

        AllocationAssert.Zero(() =>
        {
            writer.Write(message);
            ((IBufferWriter<byte>)writer).GetSpan(100)[0] = 1;
            writer.Advance(1);
            writer.GetMemory(10);
            writer.Rewind(1);
            writer.Truncate(writer.WrittenCount - 1);
            writer.ResetWrittenCount();
            texts.GetSpan()[0] = "a";
            texts.Advance(1);
            texts.ResetWrittenCount();
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Detach_AllocatesTheOwnerOnly()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.InRange(AllocationAssert.Measure(() =>
        {
            writer.Write([1]);
            writer.Detach().Dispose();
        }) / 1000, 1, 64);
    }
}
#endif
