using System.Buffers;
using System.Text;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks the buffer writers and the owners of their arrays.</summary>
internal static class BuffersChecks
{
    private static readonly byte[] s_text = Encoding.UTF8.GetBytes("some bytes");

    internal static void Run(SelfCheck check)
    {
        Owned(check);
        Rented(check);
        Arrays(check);
        Reading(check);
        Blocks(check);
    }

    private static void Owned(SelfCheck check)
    {
        using PooledArrayBufferWriter<byte> writer =
            new(new BufferWriterOptions { InitialCapacity = 16, MaxCapacity = 100_000 });
        for (int i = 0; i < 1_000; i++)
            writer.Write(s_text);

        check.Equal("PooledArrayBufferWriter grows", 10_000, () => writer.WrittenCount);
        check.That("PooledArrayBufferWriter keeps what was written",
            () => writer.WrittenSpan.Slice(5_000, s_text.Length).SequenceEqual(s_text));
        check.Throws<ArgumentOutOfRangeException>("PooledArrayBufferWriter refuses to advance too far", () => writer.Advance(int.MaxValue));
        check.Throws<BufferCapacityExceededException>("PooledArrayBufferWriter ends hostile growth", () => writer.GetSpan(100_000));
        check.Equal("PooledArrayBufferWriter is as it was after a refusal", 10_000, () => writer.WrittenCount);

        using PooledArray<byte> detached = writer.Detach();
        check.Equal("Detach hands over what was written", 10_000, () => detached.Length);
        writer.Dispose();
        check.Throws<ObjectDisposedException>("a disposed PooledArrayBufferWriter<byte> gives nothing", () => writer.GetSpan());
    }

    private static void Reading(SelfCheck check)
    {
        using PooledArrayBufferWriter<byte> writer = new();
        writer.WriteByte(7);
        writer.WritePrefixedUtf8("text".AsSpan(), LengthPrefix.Varint);
        writer.WriteInt32BigEndian(-5);

        check.That("BufferReader reads what was written", () =>
        {
            BufferReader reader = new(writer.WrittenSpan);
            return reader.ReadByte() is 7 && reader.ReadPrefixedUtf8(LengthPrefix.Varint) is "text"
                && reader.ReadInt32BigEndian() is -5 && reader.End;
        });
        check.That("BufferReader refuses what is cut off", () =>
        {
            BufferReader reader = new(writer.WrittenSpan.Slice(1, 3));
            return !reader.TryReadPrefixedUtf8(LengthPrefix.Varint, out _) && reader.Consumed is 0;
        });
        writer.TrimExcess();
        check.Equal("TrimExcess keeps what was written", 10, () => writer.WrittenCount);
    }

    private static void Blocks(SelfCheck check)
    {
        using MagazineMemoryPool pool = new(new MagazineMemoryPoolOptions { MaxRetained = 100 });
        pool.Rent(1_000).Dispose();

        check.AllocatesNothing("MagazineMemoryPool rents without allocating", () => pool.Rent(1_000).Dispose());
        check.Equal("a block is as long as what was asked for", 1_000, () =>
        {
            using IMemoryOwner<byte> owner = pool.Rent(1_000);
            return owner.Memory.Length;
        });
        check.That("MagazineMemoryPool keeps its blocks", () => pool.GetStatistics() is { TotalCreated: 1, Retained: 1, InUse: 0 });
    }

    private static void Rented(SelfCheck check)
    {
        check.AllocatesNothing("PooledArrayBufferWriter is rented and written without allocating", static () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Write(s_text);
        });
        check.That("a rented PooledArrayBufferWriter<byte> is empty", () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            return lease.Value.WrittenCount is 0;
        });
        check.Throws<InvalidOperationException>("only its lease returns a rented PooledArrayBufferWriter", static () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Dispose();
        });

        using BufferWriterPool pool = new(new BufferWriterPoolOptions { ClearOnReturn = true });
        pool.Rent().Dispose();
        check.That("BufferWriterPool keeps its writers", () => pool.GetStatistics().Retained > 0);
    }

    private static void Arrays(SelfCheck check)
    {
        PooledArray<int> array = new(1_000);
        check.Equal("PooledArray has the length that was asked for", 1_000, () => array.Memory.Length);
        array.Dispose();
        array.Dispose();
        check.Throws<ObjectDisposedException>("a disposed PooledArray gives nothing", () => _ = array.Memory);
    }
}
