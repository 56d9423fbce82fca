using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using Microsoft.Extensions.ObjectPool;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Testing;

namespace Pooling.Modes;

/// <summary>Each handle and each type of the library, used after its return in <see cref="PoolingMode.Version"/>.</summary>
public sealed class VersionModeTests : IDisposable
{
    private readonly ModeScope _mode = new(PoolingMode.Version);

    public void Dispose() => _mode.Dispose();

    [Fact]
    public void Writer_AfterItsReturnAndTheNextRental_Throws()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> stale = lease.Value;
        ReturnHere(lease);
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();

        AssertReturned(() => stale.WriteUtf8("into the message of another"));
        AssertReturned(() => stale.GetSpan());
        AssertReturned(() => _ = stale.WrittenCount);
        Assert.Equal(0, next.Value.WrittenCount);
    }

    [Fact]
    public void SegmentedWriter_AfterItsReturnAndTheNextRental_Throws()
    {
        using var pool = new BufferWriterPool();
        PooledLease<SegmentedBufferWriter> lease = pool.RentSegmented();
        SegmentedBufferWriter stale = lease.Value;
        ReturnHere(lease);
        using PooledLease<SegmentedBufferWriter> next = pool.RentSegmented();

        AssertReturned(() => stale.GetSpan(1));
        Assert.Equal(0, next.Value.WrittenCount);
    }

    [Fact]
    public void Lease_AfterItsReturnAndTheNextRental_Throws()
    {
        using LeasePool<Item> pool = LeasePool.Create<Item>();
        PooledLease<Item> lease = pool.Rent();
        ReturnHere(lease);
        using PooledLease<Item> next = pool.Rent();

        AssertReturned(() => _ = lease.Value);
    }

    [Fact]
    public void JsonWriter_AfterItsReturnAndTheNextRental_Throws()
    {
        using var pool = new Utf8JsonWriterPool();
        PooledUtf8JsonWriter lease = pool.Rent();
        Utf8JsonWriter stale = lease.Writer;
        ReturnHere(lease);
        using PooledUtf8JsonWriter next = pool.Rent();

        AssertReturned(() => _ = lease.WrittenCount);
        AssertReturned(() => stale.WriteNumberValue(1));
        next.Writer.WriteNumberValue(2);
        Assert.Equal("2"u8, next.WrittenSpan);
    }

    [Fact]
    public async Task AsyncJsonWriter_AfterItsReturnAndTheNextRental_Throws()
    {
        using var pool = new Utf8JsonWriterPool();
        var target = new MemoryStream();
        PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target);
        Utf8JsonWriter stale = lease.Writer;
        stale.WriteNumberValue(1);
        await lease.DisposeAsync();
        await using PooledAsyncUtf8JsonWriter next = pool.RentAsyncWriter(new MemoryStream());

        Assert.Contains("returned here", Assert.Throws<ObjectDisposedException>(() => _ = lease.Writer).Message, StringComparison.Ordinal);
        Assert.Contains("returned here", Assert.Throws<ObjectDisposedException>(() => stale.WriteNumberValue(2)).Message,
            StringComparison.Ordinal);
        Assert.Equal("1"u8, target.ToArray());
    }

    [Fact]
    public void Memory_AfterItsReturnAndTheNextRental_Throws()
    {
        using var pool = new MagazineMemoryPool();
        foreach (int length in (int[])[100, 4096, 8 * 1024 * 1024])
        {
            IMemoryOwner<byte> owner = pool.Rent(length);
            ReturnHere(owner);
            using IMemoryOwner<byte> next = pool.Rent(length);

            AssertReturned(() => _ = owner.Memory);
            owner.Dispose();
            Assert.Equal(length, next.Memory.Length);
        }
    }

    [Fact]
    public void SharedBuffer_AfterItsReturn_Throws()
    {
        SharedBuffer first = SharedBuffer.Create("abc"u8);
        SharedBuffer second = first.Retain();
        ReturnHere(first);

        AssertReturned(() => _ = first.Length);
        Assert.Equal("abc"u8, second.Span);
        ReturnHere(second);
        AssertReturned(() => second.Retain());
    }

    [Fact]
    public void Reference_AfterItsReturnAndTheNextRental_Throws()
    {
        PooledRef<Message> rented = Message.Pool.Rent();
        ReturnHere(rented);
        using PooledRef<Message> next = Message.Pool.Rent();

        AssertReturned(() => _ = rented.Value);
    }

    [Fact]
    public void Scope_AfterItsEnd_Throws()
    {
        PooledScope scope = PooledScope.Begin();
        Message stale = scope.Rent(Message.Pool);
        ReturnHere(scope);
        using PooledScope next = PooledScope.Begin();

        AssertReturned(() => scope.Rent(Message.Pool));
        Assert.NotSame(stale, next.Rent(Message.Pool));
    }

    [Fact]
    public void RawPool_ReturnedTwice_Throws()
    {
        using MagazinePool<Item> pool = MagazinePool.Create<Item>();
        Item item = pool.Get();
        ReturnHere(pool, item);

        var thrown = Assert.Throws<InvalidOperationException>(() => pool.Return(item));
        Assert.Contains("already returned", thrown.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(ReturnHere), thrown.Message, StringComparison.Ordinal);
        thrown = Assert.Throws<InvalidOperationException>(() => pool.ReturnMany([item]));
        Assert.Contains(nameof(ReturnHere), thrown.Message, StringComparison.Ordinal);
        Assert.Equal(1, pool.GetStatistics().TotalReturned);
    }

    [Fact]
    public void RawPool_WhosePolicyCreatesTheSameObjectAgain_RentsAndReturnsIt()
    {
        var only = new Item();
        using MagazinePool<Item> pool = MagazinePool.Create(() => only);

        for (int i = 0; i < 3; i++)
            pool.Return(pool.Get());

        Assert.Equal(3, pool.GetStatistics().TotalReturned);
    }

    [Fact]
    public void Pools_OfEveryKind_RentNothingTwice()
    {
        using MagazinePool<Item> raw = MagazinePool.Create<Item>();
        using LeasePool<Item> leases = LeasePool.Create<Item>();
        ObjectPool<Item> provided = new MagazinePoolProvider().Create<Item>();
        var many = new Item[300];
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < 20; i++)
        {
            Item item = raw.Get();
            Assert.True(seen.Add(item));
            raw.Return(item);

            raw.GetMany(many);
            Assert.All(many, other => Assert.True(seen.Add(other)));
            raw.ReturnMany(many);

            item = provided.Get();
            Assert.True(seen.Add(item));
            provided.Return(item);

            using PooledLease<Item> lease = leases.Rent();
            Assert.True(seen.Add(lease.Value));

            using PooledRef<Message> message = Message.Pool.Rent();
            Assert.True(seen.Add(message.Value));
            for (int part = 0; part < 100; part++)
                Assert.True(seen.Add(message.Value.Parts.Add()));

            using PooledScope scope = PooledScope.Begin();
            for (int part = 0; part < 200; part++)
                Assert.True(seen.Add(scope.Rent(Part.Pool)));
        }

        PoolStatistics statistics = raw.GetStatistics();
        Assert.Equal((0, 0, statistics.TotalCreated), (statistics.Retained, statistics.InUse, statistics.TotalDropped));
    }

    [Fact]
    public void Parts_OfAListThatIsUsedAgain_AreNotUsedAgain()
    {
        using PooledRef<Message> message = Message.Pool.Rent();
        Part first = message.Value.Parts.Add();
        message.Value.Parts.Clear();

        Assert.NotSame(first, message.Value.Parts.Add());
    }

    [Fact]
    public void Part_ThatWasRemoved_IsNotUsedAgain()
    {
        using PooledRef<Message> message = Message.Pool.Rent();
        Part removed = message.Value.Parts.Add();
        Part kept = message.Value.Parts.Add();
        message.Value.Parts.RemoveAt(0);

        Assert.Same(kept, Assert.Single(message.Value.Parts));
        Assert.NotSame(removed, message.Value.Parts.Add());
        message.Value.Parts.RemoveLast();
        message.Value.Parts.RemoveLast();
        Assert.Empty(message.Value.Parts);
    }

    [Fact]
    public void RawPool_WithAnItemOfManyReturnedTwice_TakesBackTheOthers()
    {
        using MagazinePool<Item> pool = MagazinePool.Create(static () => new Item(), static item => item.Value == 0);
        Item[] items = [pool.Get(), pool.Get(), pool.Get()];
        items[1].Value = 1; // refused
        ReturnHere(pool, items[1]);

        Assert.Contains("already returned", Assert.Throws<InvalidOperationException>(() => pool.ReturnMany(items)).Message,
            StringComparison.Ordinal);
        Assert.Equal((3, 0), (pool.GetStatistics().TotalReturned, pool.GetStatistics().InUse));
    }

    [Fact]
    public void LeasePool_WhosePolicyCreatesOneObjectForAll_EndsEachLease()
    {
        var only = new Item();
        using LeasePool<Item> pool = LeasePool.Create(() => only);
        PooledLease<Item> first = pool.Rent();
        PooledLease<Item> second = pool.Rent();

        Assert.True(first.TryReturn());
        Assert.True(second.TryReturn());
        Assert.False(second.TryReturn());
    }

    [Fact]
    public void Memory_ThatWasReturned_GetsNoOtherRenter()
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        using var writers = new BufferWriterPool();
        using var memory = new MagazineMemoryPool();
        using var json = new Utf8JsonWriterPool();
        for (int i = 0; i < 20; i++)
        {
            using (PooledLease<PooledArrayBufferWriter<byte>> lease = writers.Rent())
                Assert.True(seen.Add(ArrayOf(lease.Value.GetMemory(200))));

            using (PooledLease<SegmentedBufferWriter> lease = writers.RentSegmented())
                Assert.True(seen.Add(ArrayOf(lease.Value.GetMemory(200))));

            using (IMemoryOwner<byte> owner = memory.Rent(200))
                Assert.True(seen.Add(ArrayOf(owner.Memory)));

            using (PooledUtf8JsonWriter lease = json.Rent())
            {
                lease.Writer.WriteNumberValue(1);
                Assert.True(seen.Add(ArrayOf(lease.WrittenMemory)));
            }

            using (SharedBuffer shared = SharedBuffer.Create(new byte[200]))
                Assert.True(seen.Add(ArrayOf(shared.Memory)));

            using (var array = new PooledArray<byte>(200))
                Assert.True(seen.Add(ArrayOf(array.Memory)));
        }
    }

    [Fact]
    public void Memory_ThatIsClearedOnReturn_IsClearedAlthoughItIsNotReturned()
    {
        var memories = new List<Memory<byte>>();
        using var writers = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = true });
        using var memory = new MagazineMemoryPool(new MagazineMemoryPoolOptions { ClearOnReturn = true });
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = writers.Rent())
        {
            for (int i = 0; i < 10; i++)
            {
                memories.Add(lease.Value.GetMemory(1_000));
                Fill(memories[^1], lease.Value.Advance);
            }

            using PooledArray<byte> detached = lease.Value.Detach();
            memories.Add(detached.Memory);
        }

        foreach (int length in (int[])[1_000, 8 * 1024 * 1024])
        {
            using IMemoryOwner<byte> owner = memory.Rent(length);
            memories.Add(owner.Memory);
            Fill(owner.Memory, static _ => { });
        }

        using (var array = new PooledArray<byte>(1_000, clearOnReturn: true))
        {
            memories.Add(array.Memory);
            Fill(array.Memory, static _ => { });
        }

        Assert.All(memories, static memory => Assert.Equal(-1, memory.Span.IndexOfAnyExcept((byte)0)));

        static void Fill(Memory<byte> memory, Action<int> advance)
        {
            memory.Span.Fill(1);
            advance(memory.Length);
        }
    }

    [Fact]
    public void Arrays_OfEncodeables_StayWithNothing()
    {
        using EncodeablePool<Message> pool = EncodeablePool.Create(static () => new Message());
        var arrays = new HashSet<int[]>();
        for (int i = 0; i < 20; i++)
        {
            PooledRef<Message> message = pool.Rent();
            message.Value.RentSamples(16);
            Assert.True(arrays.Add(message.Value.Samples!));
            Message ended = message.Value;
            ReturnHere(message);
            ended.RentSamples(16); // by mistake
            Assert.True(arrays.Add(ended.Samples!));
        }

        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
    }

    [Fact]
    public void Arrays_OfAPoolOfTheUser_GoBackToIt()
    {
        var arrays = new TestArrayPool<byte>();
        using (var writers = new BufferWriterPool(arrayPool: arrays))
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = writers.Rent();
            lease.Value.WriteUtf8("abc");
        }

        using (SharedBuffer.Create("abc"u8, arrays))
        {
        }

        Assert.Equal((2L, 2L), (arrays.TotalRented, arrays.TotalReturned));
    }

    private static byte[] ArrayOf(ReadOnlyMemory<byte> memory)
    {
        Assert.True(MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment));
        return segment.Array!;
    }

    private static void ReturnHere<T>(T handle) where T : IDisposable => handle.Dispose();

    private static void ReturnHere(MagazinePool<Item> pool, Item item) => pool.Return(item);

    private static void AssertReturned(Action use)
    {
        string message = Assert.Throws<ObjectDisposedException>(use).Message;
        Assert.Contains("It was returned here:", message, StringComparison.Ordinal);
        string[] lines = message.Split(Environment.NewLine);
        Assert.Contains($"{nameof(VersionModeTests)}.{nameof(ReturnHere)}", lines[1], StringComparison.Ordinal); // no frame of the library
    }
}
