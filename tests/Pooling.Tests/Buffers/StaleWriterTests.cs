using System.Buffers;
using System.Reflection;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests references that are kept after the end of the lease. The writer is closed while it is in the pool, and is empty for the
/// next renter.</summary>
public sealed partial class StaleWriterTests
{
    [Fact]
    public void Write_ThroughAStaleReference_ThrowsAndReachesNobody()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> stale = lease.Value;
        stale.WriteUtf8("warm".AsSpan());
        lease.Dispose();

        Assert.Throws<ObjectDisposedException>(() => stale.WriteUtf8("STALE".AsSpan()));
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Same(stale, next.Value);
        Assert.Equal(0, next.Value.WrittenCount);
        next.Value.WriteUtf8("next".AsSpan());
        Assert.Equal("next"u8.ToArray(), next.Value.WrittenSpan.ToArray());
    }

    [Theory]
    [MemberData(nameof(States))]
    public void AnyMember_OfAReturnedWriter_ThrowsAndLeavesItEmpty(string state)
    {
        foreach ((string name, Action<PooledArrayBufferWriter<byte>> use) in Uses())
        {
            using BufferWriterPool pool = Pool(state);
            PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            Prepare(writer, state);
            lease.Dispose();

            Exception? thrown = Record.Exception(() => use(writer));

            Assert.True(thrown is ObjectDisposedException, $"{name}: {thrown}");
            using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
            Assert.Same(writer, next.Value);
            Assert.Equal(0, next.Value.WrittenCount);
            next.Value.Write([1, 2, 3]);
            Assert.Equal([1, 2, 3], next.Value.WrittenSpan.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(States))]
    public void AnyMember_OfAReturnedSegmentedWriter_ThrowsAndLeavesItEmpty(string state)
    {
        foreach ((string name, Action<SegmentedBufferWriter> use) in SegmentedUses())
        {
            using BufferWriterPool pool = Pool(state);
            PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            SegmentedBufferWriter writer = lease.Value;
            Prepare(writer, state);
            lease.Dispose();

            Exception? thrown = Record.Exception(() => use(writer));

            Assert.True(thrown is ObjectDisposedException, $"{name}: {thrown}");
            using PooledLease<SegmentedBufferWriter> next = SegmentedBufferWriter.Rent(pool);
            Assert.Same(writer, next.Value);
            Assert.Equal(0, next.Value.WrittenCount);
            next.Value.Write([1, 2, 3]);
            Assert.Equal([1, 2, 3], next.Value.WrittenSequence.ToArray());
        }
    }

    [Fact]
    public void Dispose_OfAReturnedWriter_IsRefusedAsWhileItIsRented()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledLease<SegmentedBufferWriter> segmented = SegmentedBufferWriter.Rent(pool);
        PooledArrayBufferWriter<byte> writer = lease.Value;
        SegmentedBufferWriter other = segmented.Value;
        lease.Dispose();
        segmented.Dispose();

        Assert.Throws<InvalidOperationException>(writer.Dispose);
        Assert.Throws<InvalidOperationException>(other.Dispose);
    }

    [Fact]
    public void EveryPublicMember_HasAUse()
    {
        AssertComplete(typeof(PooledArrayBufferWriter<byte>), Uses().Select(static use => use.Name));
        AssertComplete(typeof(SegmentedBufferWriter), SegmentedUses().Select(static use => use.Name));
    }

    [Fact]
    public void Reservation_OfAReturnedWriter_Throws()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledLease<SegmentedBufferWriter> segmented = SegmentedBufferWriter.Rent(pool);
        BufferReservation<byte> reserved = lease.Value.Reserve(4);
        BufferReservation<byte> other = segmented.Value.Reserve(4);
        lease.Dispose();
        segmented.Dispose();

        Action[] uses =
        [
            () => _ = reserved.Length, () => _ = reserved.WrittenSince, () => reserved.Patch([1, 2, 3, 4]), () => reserved.Replace([1]),
            () => reserved.PatchLittleEndian(1L), () => reserved.PatchBigEndian(1UL), () => reserved.PatchLengthBigEndian(),
            () => reserved.PatchVarint(1), () => reserved.PatchVarintLength(), () => reserved.PatchPaddedVarint(1),
            () => reserved.PatchPaddedVarintLength(), () => _ = other.Length, () => _ = other.WrittenSince, () => other.Patch([1, 2, 3, 4]),
            () => other.PatchBigEndian(1L), () => other.PatchLengthLittleEndian(),
        ];
        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public void Streams_OverAReturnedWriter_Throw()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledLease<SegmentedBufferWriter> segmented = SegmentedBufferWriter.Rent(pool);
        lease.Value.Write([1]);
        segmented.Value.Write([1]);
        Stream output = lease.Value.AsStream();
        Stream input = lease.Value.AsReadStream();
        Stream chunks = segmented.Value.AsReadStream();
        lease.Dispose();
        segmented.Dispose();

        Assert.Throws<ObjectDisposedException>(() => output.WriteByte(1));
        Assert.Throws<ObjectDisposedException>(() => output.Write([], 0, 0));
        Assert.Throws<ObjectDisposedException>(() => input.ReadByte());
        Assert.Throws<ObjectDisposedException>(() => input.Length);
        Assert.Throws<ObjectDisposedException>(() => chunks.ReadByte());
        Assert.Throws<ObjectDisposedException>(() => chunks.Length);
    }

    [Fact]
    public void Text_WhoseExpressionEndsTheLease_Throws()
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        writer.Write([1]);
        writer.ResetWrittenCount();
        string End()
        {
            lease.Dispose();
            return "text";
        }

        Assert.Throws<ObjectDisposedException>(() => writer.WriteUtf8($"a{End()}b{1}"));
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Equal(0, next.Value.WrittenCount);
    }

    public static TheoryData<string> States => ["never written", "warm", "reserved", "clearing", "large", "over the limit"];

    private static BufferWriterPool Pool(string state) => new(new BufferWriterPoolOptions
    {
        ClearOnReturn = state == "clearing",
        MaxRetainedBytes = state == "over the limit" ? 0 : null,
        MaxRetainedCapacity = 65_536,
    });

    private static void Prepare(PooledArrayBufferWriter<byte> writer, string state)
    {
        if (state == "never written")
            return;

        writer.Write(new byte[state == "large" ? 200_000 : 100]);
        if (state == "reserved")
            writer.Reserve(4);
    }

    private static void Prepare(SegmentedBufferWriter writer, string state)
    {
        if (state == "never written")
            return;

        writer.Write(new byte[state == "large" ? 200_000 : 100]);
        if (state == "reserved")
            writer.Reserve(4);
    }

    private static void AssertComplete(Type type, IEnumerable<string> uses)
    {
        ILookup<string, string> used = uses.ToLookup(static use => use);
        IEnumerable<MethodInfo> members = type.GetMethods(BindingFlags.Public | BindingFlags.Instance)
            .Where(static method =>
                method.DeclaringType != typeof(object) && method.Name is not ("Dispose" or "ToString"))
            .Concat(typeof(BufferWriterExtensions).GetMethods(BindingFlags.Public | BindingFlags.Static));
        foreach (IGrouping<string, MethodInfo> overloads in members.GroupBy(static member => member.Name))
        {
            Assert.True(used[overloads.Key].Count() >= overloads.Count(),
                $"{type.Name}.{overloads.Key} has {overloads.Count()} forms and {used[overloads.Key].Count()} uses.");
        }
    }
}
