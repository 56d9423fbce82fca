using System.Buffers;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests that exceptions about rented items name the pool, so that a log shows which of many pools is misused or too
/// small.</summary>
public sealed class PoolNameTests
{
    private const string Name = "audit trail";

    private static readonly BufferWriterPoolOptions s_options = new() { Name = Name, MaxCapacity = 300 };

    [Fact]
    public void Value_OfALeaseThatEnded_NamesThePool()
    {
        using LeasePool<object> pool = LeasePool.Create<object>(new PoolOptions { Name = Name });
        PooledLease<object> home = pool.Rent();
        PooledLease<object> other = pool.Rent();
        home.Dispose();
        other.Dispose();

        AssertNames("PooledLease", () => home.Value);
        AssertNames("PooledLease", () => other.Value);
    }

    [Fact]
    public void Value_OfADefaultLease_NamesNoPool() => Assert.DoesNotContain(
        "pool '", Assert.Throws<ObjectDisposedException>(static () => default(PooledLease<object>).Value).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Value_OfAReferenceThatEnded_NamesThePool()
    {
        using EncodeablePool<TrackedEncodeable> pool = EncodeablePool.Create(
            static () => new TrackedEncodeable(), options: new PoolOptions { Name = Name });
        PooledRef<TrackedEncodeable> rental = pool.Rent();
        rental.Dispose();

        AssertNames("PooledRef", () => rental.Value);
    }

    [Fact]
    public void Members_OfAWriterThatIsIdle_NameThePool()
    {
        using var pool = new BufferWriterPool(s_options);
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        lease.Dispose();

        AssertNames("PooledArrayBufferWriter", () => writer.WrittenCount);
        AssertNames("PooledArrayBufferWriter", () => writer.GetMemory(1));
        AssertNames("PooledLease", () => lease.Value);
    }

    [Fact]
    public void Members_OfASegmentedWriterThatIsIdle_NameThePool()
    {
        using var pool = new BufferWriterPool(s_options);
        PooledLease<SegmentedBufferWriter> lease = pool.RentSegmented();
        SegmentedBufferWriter writer = lease.Value;
        lease.Dispose();

        AssertNames("SegmentedBufferWriter", () => writer.WrittenCount);
        AssertNames("SegmentedBufferWriter", () => writer.GetMemory(1));
    }

    [Theory]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Memory_OfABlockThatWasReturned_NamesThePool(int length)
    {
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = Name, MaxRetainedCapacity = 4096 });
        IMemoryOwner<byte> owner = pool.Rent(length);
        owner.Dispose();

        AssertNames("IMemoryOwner", () => owner.Memory);
    }

    [Fact]
    public void GetSpan_BeyondTheCapacityOfAPool_NamesThePool()
    {
        using var pool = new BufferWriterPool(s_options);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        using PooledLease<SegmentedBufferWriter> segmented = pool.RentSegmented();
        const string expected = $"The buffer of pool '{Name}' needs 301 bytes, which exceeds its MaxCapacity of 300 bytes.";

        Assert.Equal(expected, Assert.Throws<BufferCapacityExceededException>(() => { lease.Value.GetSpan(301); }).Message);
        Assert.Equal(expected, Assert.Throws<BufferCapacityExceededException>(() => { segmented.Value.GetSpan(301); }).Message);
    }

    [Fact]
    public void Members_OfADisposedWriterWithoutPool_NameTheType()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();

        Assert.DoesNotContain(
            "pool '", Assert.Throws<ObjectDisposedException>(() => writer.WrittenCount).Message, StringComparison.Ordinal);
    }

    private static void AssertNames(string type, Func<object?> use)
    {
        ObjectDisposedException exception = Assert.Throws<ObjectDisposedException>(use);
        Assert.Equal(type, exception.ObjectName);
        Assert.StartsWith($"The rental from pool '{Name}' has ended.", exception.Message, StringComparison.Ordinal);
    }
}
