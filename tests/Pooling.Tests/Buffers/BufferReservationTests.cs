using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests reserving, patching once, and the operations that end a reservation. Numbers, lengths, and other numbers of items have
/// separate parts.</summary>
public sealed partial class BufferReservationTests
{
    private const string Ended = "has ended";
    private const string PatchedAlready = "already patched";

    /// <summary>The methods that patch, with values that fit into 4 reserved bytes.</summary>
    private static readonly Dictionary<string, Action<BufferReservation<byte>>> s_patches = new()
    {
        ["Patch"] = static reservation => reservation.Patch([1, 2, 3, 4]),
        ["Replace"] = static reservation => reservation.Replace([1, 2]),
        ["PatchLittleEndian"] = static reservation => reservation.PatchLittleEndian(1L),
        ["PatchLittleEndian unsigned"] = static reservation => reservation.PatchLittleEndian(1UL),
        ["PatchBigEndian"] = static reservation => reservation.PatchBigEndian(1L),
        ["PatchBigEndian unsigned"] = static reservation => reservation.PatchBigEndian(1UL),
        ["PatchLengthLittleEndian"] = static reservation => reservation.PatchLengthLittleEndian(),
        ["PatchLengthBigEndian"] = static reservation => reservation.PatchLengthBigEndian(),
        ["PatchVarint"] = static reservation => reservation.PatchVarint(1),
        ["PatchVarintLength"] = static reservation => reservation.PatchVarintLength(),
        ["PatchPaddedVarint"] = static reservation => reservation.PatchPaddedVarint(1),
        ["PatchPaddedVarintLength"] = static reservation => reservation.PatchPaddedVarintLength(),
        ["Length"] = static reservation => _ = reservation.Length,
        ["WrittenSince"] = static reservation => _ = reservation.WrittenSince,
    };

    private static readonly Dictionary<string, Action<PooledArrayBufferWriter<byte>>> s_endings = new()
    {
        ["ResetWrittenCount"] = static writer => writer.ResetWrittenCount(),
        ["Truncate into it"] = static writer => writer.Truncate(4),
        ["Truncate before it"] = static writer => writer.Truncate(0),
        ["Rewind into it"] = static writer => writer.Rewind(6),
        ["Detach"] = static writer => writer.Detach().Dispose(),
    };

    public static TheoryData<string> Patches => [.. s_patches.Keys];

    public static TheoryData<string, string> EndingsAndPatches
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (string ending in s_endings.Keys)
            {
                foreach (string patch in s_patches.Keys)
                    data.Add(ending, patch);
            }

            return data;
        }
    }

    [Fact]
    public void Reserve_WritesClearedItems()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([7]);

        BufferReservation<byte> reservation = writer.Reserve(20);
        writer.Write([8]);

        Assert.Equal([7, .. new byte[20], 8], writer.WrittenSpan.ToArray());
        Assert.Equal(20, reservation.Length);
        Assert.Equal(1, reservation.WrittenSince);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Reserve_NegativeCount_NamesIt(int count)
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => writer.Reserve(count));

        Assert.Equal("count", exception.ParamName);
        Assert.Equal(count, exception.ActualValue);
        Assert.Equal(0, writer.WrittenCount);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(int.MaxValue)]
    public void Reserve_BeyondTheMaximum_ThrowsAndChangesNothing(int count)
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 8, MaxCapacity = 16 }, pool);
        writer.Write(new byte[7]);
        BufferReservation<byte> before = writer.Reserve(1);

        var exception = Assert.Throws<BufferCapacityExceededException>(() => writer.Reserve(count));

        Assert.Equal(8L + count, exception.Requested);
        Assert.Equal(8, writer.WrittenCount);
        Assert.Equal(1, pool.TotalRented);
        before.Replace([1, 2]);
        Assert.Equal(9, writer.WrittenCount);
    }

    [Fact]
    public void Reserve_ExactlyTheMaximum_Works()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 4 });

        writer.Reserve(4).PatchBigEndian(0x01020304);

        Assert.Equal([1, 2, 3, 4], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Reserve_OfNothing_IsPatchedByNothing()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0 }, pool);

        BufferReservation<byte> reservation = writer.Reserve(0);
        reservation.Patch([]);

        Assert.Equal(0, pool.TotalRented);
        Assert.Throws<InvalidOperationException>(() => reservation.Patch([]));
    }

    [Fact]
    public void Reserve_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.Reserve(4));
    }

    [Fact]
    public void Reserve_WhenThePoolThrows_ChangesNothing()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 4 }, pool);
        writer.Write([1, 2, 3]);

        Assert.Throws<InjectedFaultException>(() => writer.Reserve(100));

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        writer.Reserve(1).Patch([9]);
        Assert.Equal([1, 2, 3, 9], writer.WrittenSpan.ToArray());
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Patch_AfterGrowth_FindsItsPlace()
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        writer.Write([7]);
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Write(new byte[10_000]);

        reservation.Patch([1, 2, 3, 4]);

        Assert.Equal([7, 1, 2, 3, 4, 0], writer.WrittenSpan.Slice(0, 6).ToArray());
        Assert.Equal(10_005, writer.WrittenCount);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    public void Patch_WithAnotherLength_NamesItemsAndStaysOpen(int length)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(4);

        Assert.Equal("items", Assert.Throws<ArgumentException>(() => reservation.Patch(new byte[length])).ParamName);

        Assert.Equal(new byte[4], writer.WrittenSpan.ToArray());
        reservation.Patch([1, 2, 3, 4]);
    }

    [Fact]
    public void Patch_OfFixedLengths_GoesInAnyOrder()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte>[] reservations = [.. Enumerable.Range(0, 100).Select(_ => writer.Reserve(1))];

        foreach (int i in Enumerable.Range(0, 100).OrderBy(static i => i * 37 % 100))
            reservations[i].Patch([(byte)i]);

        Assert.Equal(Enumerable.Range(0, 100).Select(static i => (byte)i), writer.WrittenSpan.ToArray());
        Assert.All(reservations, static reservation => AssertRefused(s_patches["Length"], reservation, PatchedAlready));
    }

    [Theory]
    [MemberData(nameof(Patches))]
    public void AnyMember_OncePatched_ThrowsAndChangesNothing(string patch)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> outer = writer.Reserve(4);
        BufferReservation<byte> inner = writer.Reserve(4);
        writer.Write([5]);
        BufferReservation<byte> last = writer.Reserve(1);
        outer.Patch([9, 9, 9, 9]);
        inner.Patch([8, 8, 8, 8]);
        byte[] before = writer.WrittenSpan.ToArray();

        AssertRefused(s_patches[patch], outer, PatchedAlready);
        AssertRefused(s_patches[patch], inner, PatchedAlready);

        Assert.Equal(before, writer.WrittenSpan.ToArray());
        last.Patch([6]);
        AssertRefused(s_patches[patch], inner, PatchedAlready);
        AssertRefused(s_patches[patch], last, PatchedAlready);
    }

    [Theory]
    [MemberData(nameof(EndingsAndPatches))]
    public void AnyMember_AfterAnEnd_ThrowsAndChangesNothing(string ending, string patch)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([7]);
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Write([5, 5, 5, 5]);
        s_endings[ending](writer);
        writer.Write([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        BufferReservation<byte> next = writer.Reserve(4);
        byte[] before = writer.WrittenSpan.ToArray();

        AssertRefused(s_patches[patch], reservation, Ended);

        Assert.Equal(before, writer.WrittenSpan.ToArray());
        s_patches[patch](next);
        AssertRefused(s_patches[patch], reservation, Ended);
    }

    [Theory]
    [MemberData(nameof(Patches))]
    public void AnyMember_OfADisposedWriter_Throws(string patch)
    {
        var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => s_patches[patch](reservation));
    }

    [Theory]
    [MemberData(nameof(Patches))]
    public void AnyMember_AfterTheLeaseEnded_DoesNotReachTheNextRenter(string patch)
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        BufferReservation<byte> reservation = writer.Reserve(4);
        writer.Write([5]);
        lease.Dispose();
        Assert.Throws<ObjectDisposedException>(() => s_patches[patch](reservation));
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Same(writer, next.Value);
        BufferReservation<byte> theirs = writer.Reserve(4);
        writer.Write([6]);

        AssertRefused(s_patches[patch], reservation, Ended);

        Assert.Equal([0, 0, 0, 0, 6], writer.WrittenSpan.ToArray());
        Assert.NotEqual(reservation, theirs);
        s_patches[patch](theirs);
    }

    [Theory]
    [MemberData(nameof(Patches))]
    public void AnyMember_OfTheDefaultValue_Throws(string patch) => AssertRefused(s_patches[patch], default, "default value");

    [Fact]
    public void Truncate_BehindAReservation_KeepsIt()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> first = writer.Reserve(2);
        BufferReservation<byte> second = writer.Reserve(2);
        BufferReservation<byte> third = writer.Reserve(2);
        second.Patch([2, 2]);

        writer.Truncate(3);

        AssertRefused(s_patches["Length"], third, Ended);
        Assert.Equal(1, first.WrittenSince);
        first.Replace([1]); // the last open one, because the others have ended
        Assert.Equal([1, 2], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Reserve_OfReferences_IsNullUntilPatched()
    {
        using var writer = new PooledArrayBufferWriter<string?>();
        BufferReservation<string?> reservation = writer.Reserve(2);
        writer.Write(["c"]);
        Assert.Equal<string?[]>([null, null, "c"], writer.WrittenSpan.ToArray());

        reservation.Replace(["a"]);

        Assert.Equal<string?[]>(["a", "c"], writer.WrittenSpan.ToArray());
    }

    private static void AssertRefused(Action<BufferReservation<byte>> use, BufferReservation<byte> reservation, string reason) =>
        Assert.Contains(reason, Assert.Throws<InvalidOperationException>(() => use(reservation)).Message, StringComparison.Ordinal);
}
