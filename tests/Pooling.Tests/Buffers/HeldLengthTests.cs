using System.Buffers;
using System.Runtime.InteropServices;
using Pooling.Doubles;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests how much memory content holds that has left its writer: limits of users count its length.</summary>
public sealed partial class HeldLengthTests
{
    private const int Large = 900 * 1024;

    public static TheoryData<string> Kinds => ["share", "shares", "array", "json", "sequence"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_AThousandOfOneByteFromLargeWriters_HoldsFewBytes(string kind)
    {
        var arrays = new CountingArrayPool<byte>();
        using var room = new Room(kind, arrays);
        var held = new List<IDisposable>();
        for (int i = 0; i < 1000; i++)
        {
            if (i % 50 == 0) // other code of the same pool
                room.Use(Large, static _ => { });

            room.Use(1, detached => held.AddRange(detached()));
        }

        Assert.InRange(arrays.InUseLength, 1000, 3 * 1024 * 1024); // a gigabyte before they were copied
        held.ForEach(static owner => owner.Dispose());
        room.Dispose();
        arrays.AssertAllReturned();
    }

    /// <summary>Checks the limits: what needs less than half of an array of more than 1 KB is copied, and up to 1 KB of
    /// a rented writer. If the array moves, the writer holds none.</summary>
    [Theory]
    [InlineData(256, 54, false, true)]
    [InlineData(1024, 1, false, true)]
    [InlineData(1024, 1024, false, true)]
    [InlineData(1025, 512, true, true)]
    [InlineData(1025, 1025, false, false)]
    [InlineData(2048, 1023, true, true)]
    [InlineData(2048, 1024, false, true)]
    [InlineData(2048, 1025, false, false)]
    [InlineData(4096, 54, true, true)]
    [InlineData(4096, 2047, true, true)]
    [InlineData(4096, 2048, false, false)]
    [InlineData(32_768, 32_768, false, false)]
    public void Detach_FromAnArrayOfALength_CopiesWhatIsShort(
        int capacity, int length, bool isCopied, bool isCopiedIfRented)
    {
        for (int kind = 0; kind < 3; kind++)
        {
            var arrays = new CountingArrayPool<byte>(minimum => minimum == capacity ? capacity : Power(minimum));
            using (var writer = new PooledArrayBufferWriter<byte>(
                new() { InitialCapacity = capacity, MaxCapacity = capacity }, arrays))
            {
                AssertCopies(writer, kind, length, isCopied, arrays);
            }

            arrays.AssertAllReturned();

            arrays = new CountingArrayPool<byte>(minimum => minimum == capacity ? capacity : Power(minimum));
            var options = new BufferWriterPoolOptions { InitialCapacity = capacity, MaxCapacity = capacity };
            using (var pool = new BufferWriterPool(options, arrays))
            using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
                AssertCopies(lease.Value, kind, length, isCopiedIfRented, arrays);

            arrays.AssertAllReturned();
        }
    }

    private static void AssertCopies(
        PooledArrayBufferWriter<byte> writer, int kind, int length, bool isCopied, CountingArrayPool<byte> arrays)
    {
        byte[] content = Content(length);
        writer.Write(content);
        int capacity = writer.Capacity;
        Assert.Equal(1, arrays.TotalRented);
        var shares = new SharedBuffer[2];
        using IDisposable owner = kind switch
        {
            0 => writer.Detach(),
            1 => writer.DetachShared(),
            _ => Shares(writer, shares),
        };
        Assert.Equal(content, BytesOf(owner));
        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(isCopied ? capacity : 0, writer.Capacity);
        Assert.Equal(isCopied ? 2 : 1, arrays.TotalRented);
        shares[1].Dispose();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_WhenThePoolThrows_KeepsTheContent(string kind)
    {
        bool throws = false;
        var arrays = new CountingArrayPool<byte>();
        arrays.OnRent = _ =>
        {
            if (throws)
                throw new InjectedFaultException("of the array pool");
        };
        using var room = new Room(kind, arrays);
        room.Use(Large, static _ => { });
        room.Use(100, detach =>
        {
            throws = true;
            Assert.Throws<InjectedFaultException>(() => _ = detach());
            throws = false;
            Assert.All(detach(), owner =>
            {
                Assert.Equal(room.Written, BytesOf(owner));
                owner.Dispose();
            });
        });
        room.Dispose();
        arrays.AssertAllReturned();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_WhenThePoolHasNoShorterArray_HandsTheLargeOneOver(string kind)
    {
        var arrays = new CountingArrayPool<byte>(static minimum => Math.Max(Power(minimum), 4096));
        using var room = new Room(kind, arrays);
        room.Use(100, detach => Assert.All(detach(), owner =>
        {
            Assert.Equal(room.Written, BytesOf(owner));
            owner.Dispose();
        }));
        room.Dispose();
        arrays.AssertAllReturned();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_OfAClearingWriter_LeavesNothingInEitherArray(string kind)
    {
        var arrays = new CountingArrayPool<byte> { KeepsContent = true };
        using var room = new Room(kind, arrays, clears: true);
        room.Use(Large, static _ => { });
        var held = new List<IDisposable>();
        room.Use(100, detach => held.AddRange(detach()));
        room.Dispose();
        held.ForEach(static owner => owner.Dispose());

        Assert.All(arrays.CameBack, static array => Assert.DoesNotContain((byte)'7', array));
        arrays.AssertAllReturned();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_WhenThePoolUsesTheWriter_LosesNothing(string kind)
    {
        var arrays = new CountingArrayPool<byte>();
        using var room = new Room(kind, arrays);
        room.Use(Large, static _ => { });
        room.Use(100, detach =>
        {
            arrays.OnRent = _ =>
            {
                arrays.OnRent = null;
                foreach (IDisposable owner in detach())
                    owner.Dispose();
            };
            Assert.Throws<InvalidOperationException>(() => _ = detach());
            arrays.OnRent = null;
        });
        room.Dispose();
        arrays.AssertAllReturned();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_WhenThePoolEndsTheRental_LosesNothing(string kind)
    {
        var arrays = new CountingArrayPool<byte>();
        using var room = new Room(kind, arrays);
        room.Use(Large, static _ => { });
        room.Use(100, detach =>
        {
            arrays.OnRent = _ =>
            {
                arrays.OnRent = null;
                room.EndRental();
            };
            Assert.Throws<ObjectDisposedException>(() => _ = detach());
        });
        room.Dispose();
        arrays.AssertAllReturned();
    }

    /// <summary>Checks chunks with gaps at their ends: which of them are copied, their order, and what the writer
    /// keeps.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Detach_OfAChainWithGaps_CopiesTheChunksThatAreTooLong(bool clears)
    {
        var random = new Random(1);
        for (int round = 0; round < TestRounds.Of(100); round++)
        {
            var arrays = new CountingArrayPool<byte> { KeepsContent = true };
            var writer = new SegmentedBufferWriter(new() { ClearOnReturn = clears }, arrays);
            var owners = new List<(PooledSequence Owner, byte[] Content)>();
            for (int message = 0; message < 3; message++)
            {
                var content = new List<byte>();
                for (int part = random.Next(1, 6); part > 0; part--)
                {
                    byte[] bytes = Content(random.Next(1, 3) * (random.Next(2) == 0 ? 1 : random.Next(1, 40_000)));
                    if (!clears)
                        random.NextBytes(bytes); // the order counts

                    bytes.CopyTo(writer.GetSpan(Math.Max(bytes.Length, random.Next(3) * 40_000)));
                    writer.Advance(bytes.Length);
                    content.AddRange(bytes);
                }

                PooledSequence owner = writer.Detach();
                owners.Add((owner, [.. content]));
                long held = 0;
                long length = 0;
                foreach (ReadOnlyMemory<byte> chunk in owner.Sequence)
                {
                    Assert.True(MemoryMarshal.TryGetArray(chunk, out ArraySegment<byte> segment));
                    Assert.True(segment.Array!.Length <= 1024 || segment.Array.Length <= 2 * chunk.Length);
                    held += segment.Array.Length;
                    length += chunk.Length;
                }

                Assert.Equal(owner.Length, length);
                long heldByOthers = owners.Take(owners.Count - 1).Sum(one => HeldBy(one.Owner));
                Assert.Equal(arrays.InUseLength, writer.Capacity + held + heldByOthers);
                Assert.Equal(0, writer.WrittenCount);
            }

            foreach ((PooledSequence owner, byte[] content) in owners)
            {
                Assert.Equal(content, owner.Sequence.ToArray());
                owner.Dispose();
            }

            writer.Dispose();
            arrays.AssertAllReturned();
            if (clears)
                Assert.All(arrays.CameBack, static array => Assert.DoesNotContain((byte)'7', array));
        }
    }

    [Fact]
    public void Detach_OfReferences_LeavesTheLargeArrayClear()
    {
        var arrays = new CountingArrayPool<string>();
        using var writer = new PooledArrayBufferWriter<string>(new() { InitialCapacity = 1000 }, arrays);
        writer.Write(["a", "b"]);
        ReadOnlyMemory<string> large = writer.GetMemory(1);

        using PooledArray<string> owner = writer.Detach();

        Assert.Equal(["a", "b"], owner.Span);
        Assert.Equal(1024, writer.Capacity);
        Assert.True(MemoryMarshal.TryGetArray(large, out ArraySegment<string> array));
        Assert.Null(array.Array![0]);
        Assert.InRange(arrays.InUseLength, 1024 + 2, 1024 + 16);
    }

    /// <summary>Checks the arrays of encodeables: an idle owner may have kept a larger one than the next rental
    /// needs.</summary>
    [Fact]
    public void Rent_OfAShortArrayAfterLongOnes_HoldsFewBytes()
    {
        long held = 0;
        var messages = new List<PooledScope>();
        for (int i = 0; i < 200; i++)
        {
            using (PooledScope other = PooledScope.Begin())
                other.RentArray<HeldLengthTests?>(8000);

            PooledScope message = PooledScope.Begin();
            messages.Add(message);
            PooledArray<HeldLengthTests?> array = message.RentArray<HeldLengthTests?>(1);
            ReadOnlyMemory<HeldLengthTests?> memory = array.Memory;
            Assert.True(MemoryMarshal.TryGetArray(memory, out ArraySegment<HeldLengthTests?> segment));
            held += segment.Array!.Length * IntPtr.Size;
        }

        messages.ForEach(static message => message.Dispose());
        Assert.InRange(held, 200 * IntPtr.Size, 200 * 1024);
    }

    [Fact]
    public void GetStatistics_OfWritersWithShortMessages_CountsTheirArrays()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
        {
            lease.Value.GetSpan(100_000);
            lease.Value.Write([1]);
            lease.Value.DetachShared().Dispose();
        }

        Assert.Equal(131_072, pool.GetStatistics().RetainedBytes);
        Assert.Equal(131_072, arrays.InUseLength);
    }

    private static SharedBuffer Shares(PooledArrayBufferWriter<byte> writer, SharedBuffer[] shares)
    {
        writer.DetachShared(shares);
        return shares[0];
    }

    private static long HeldBy(PooledSequence owner)
    {
        long held = 0;
        foreach (ReadOnlyMemory<byte> chunk in owner.Sequence)
        {
            Assert.True(MemoryMarshal.TryGetArray(chunk, out ArraySegment<byte> segment));
            held += segment.Array!.Length;
        }

        return held;
    }

    private static byte[] BytesOf(IDisposable owner) => owner switch
    {
        SharedBuffer share => share.Span.ToArray(),
        PooledArray<byte> array => array.Span.ToArray(),
        _ => ((PooledSequence)owner).Sequence.ToArray(),
    };

    private static byte[] Content(int length)
    {
        byte[] content = new byte[length];
        content.AsSpan().Fill((byte)'7');
        return content;
    }

    private static int Power(int minimum)
    {
        int power = 16;
        while (power < minimum)
            power *= 2;

        return power;
    }
}
