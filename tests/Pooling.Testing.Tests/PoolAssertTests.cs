using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Testing;

public sealed class PoolAssertTests
{
    [Fact]
    public void AssertAllReturned_OfAMagazinePool_CountsObjects()
    {
        using MagazinePool<List<int>> pool = new(
            new Microsoft.Extensions.ObjectPool.DefaultPooledObjectPolicy<List<int>>(), new PoolOptions { Name = "orders" });
        List<int> first = pool.Get();
        List<int> second = pool.Get();

        AssertFails(pool.AssertAllReturned, "MagazinePool<List`1> \"orders\": 2 items are in use (2 rented, 0 returned).");
        pool.Return(first);
        pool.Return(second);
        pool.AssertAllReturned();
        pool.Return(second);
        AssertFails(pool.AssertAllReturned, "MagazinePool<List`1> \"orders\": 1 more returned than rented (2 rented, 3 returned).");
    }

    [Fact]
    public void AssertAllReturned_OfALeasePool_CountsLeases()
    {
        using LeasePool<List<int>> pool = new(
            new Microsoft.Extensions.ObjectPool.DefaultPooledObjectPolicy<List<int>>(), new PoolOptions { Name = "leases" });
        PooledLease<List<int>> lease = pool.Rent();

        AssertFails(pool.AssertAllReturned, "LeasePool<List`1> \"leases\": 1 item is in use (1 rented, 0 returned).");
        lease.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void AssertAllReturned_OfABufferWriterPool_CountsWriters()
    {
        using BufferWriterPool pool = new(new BufferWriterPoolOptions { Name = "writers" });
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();

        AssertFails(pool.AssertAllReturned, "BufferWriterPool \"writers\": 1 item is in use (1 rented, 0 returned).");
        lease.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void AssertAllReturned_OfAMagazineMemoryPool_CountsOwners()
    {
        using MagazineMemoryPool pool = new(new MagazineMemoryPoolOptions { Name = "memory" });
        System.Buffers.IMemoryOwner<byte> owner = pool.Rent(10);

        AssertFails(pool.AssertAllReturned, "MagazineMemoryPool \"memory\": 1 item is in use (1 rented, 0 returned).");
        owner.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void AssertAllReturned_OfAUtf8JsonWriterPool_CountsWriters()
    {
        using Utf8JsonWriterPool pool = new(new Utf8JsonWriterPoolOptions { Name = "json" });
        PooledUtf8JsonWriter lease = pool.Rent();

        AssertFails(pool.AssertAllReturned, "Utf8JsonWriterPool \"json\": 1 item is in use (1 rented, 0 returned).");
        lease.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void AssertAllReturned_OfAnEncodeablePool_CountsItems()
    {
        using EncodeablePool<Part> pool = EncodeablePool.Create(static () => new Part());
        PooledRef<Part> part = pool.Rent();

        AssertFails(pool.AssertAllReturned, $"EncodeablePool \"{pool.Name}\": 1 item is in use (1 rented, 0 returned).");
        part.TryReturn();
        pool.AssertAllReturned();
    }

    private static void AssertFails(Action assertion, string message) =>
        Assert.Equal(message, Assert.Throws<PoolAssertException>(assertion).Message);

    private sealed class Part : IPooledEncodeable
    {
        private EncodeableState _state;

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        void IPooledEncodeable.Reset()
        {
        }

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }
    }
}
