using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Budget;

/// <summary>The hot paths of writers, readers and memory.</summary>
internal static class BufferPaths
{
    private const string Text = "a text of thirty-two characters.";

    private static long s_sum; // prevents that reads are optimized away

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        Rented("Buffers: rented writer, 16 B", 16),
        Rented("Buffers: rented writer, 128 B", 128),
        Rented("Buffers: rented writer, 4 KB", 4_096),
        new("Buffers: own writer, 128 B", static () =>
        {
            byte[] message = new byte[128];
            var writer = new PooledArrayBufferWriter<byte>(1_024);
            return new(() =>
            {
                writer.Write(message);
                s_sum += writer.WrittenSpan.Length;
                writer.ResetWrittenCount();
            });
        }),
        new("Buffers: new writer, 128 B", static () =>
        {
            byte[] message = new byte[128];
            return new(() =>
            {
                using var writer = new PooledArrayBufferWriter<byte>(256);
                writer.Write(message);
                s_sum += writer.WrittenSpan.Length;
            });
        }),
        new("Buffers: detached array, 128 B", static () =>
        {
            byte[] message = new byte[128];
            return new(() =>
            {
                using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
                lease.Value.Write(message);
                using PooledArray<byte> owner = lease.Value.Detach();
                s_sum += owner.Length;
            });
        }),
        new("Buffers: length in front", static () =>
        {
            byte[] message = new byte[128];
            var writer = new PooledArrayBufferWriter<byte>(1_024);
            return new(() =>
            {
                writer.ResetWrittenCount();
                BufferReservation<byte> length = writer.Reserve(sizeof(int));
                writer.Write(message);
                length.PatchLengthLittleEndian();
            });
        }),
        new("Buffers: segmented writer, 4 KB", static () =>
        {
            byte[] message = new byte[4_096];
            return new(() =>
            {
                using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent();
                lease.Value.Write(message);
                s_sum += lease.Value.WrittenSequence.Length;
            });
        }),
        new("Buffers: segmented writer, 64 KB in pieces", static () =>
        {
            byte[] piece = new byte[1_024];
            return new(() =>
            {
                using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent();
                SegmentedBufferWriter writer = lease.Value;
                for (int i = 0; i < 64; i++)
                    writer.Write(piece);

                s_sum += writer.WrittenSequence.Length;
            });
        }),
        new("Buffers: shared by one", static () =>
        {
            byte[] message = new byte[54];
            return new(() =>
            {
                using SharedBuffer buffer = SharedBuffer.Create(message);
                s_sum += buffer.Span.Length;
            });
        }),
        new("Buffers: shared by 10", static () =>
        {
            byte[] message = new byte[54];
            var shares = new SharedBuffer[10];
            return new(() =>
            {
                using SharedBuffer buffer = SharedBuffer.Create(message);
                for (int i = 0; i < shares.Length; i++)
                    shares[i] = buffer.Retain();

                foreach (SharedBuffer share in shares)
                    share.Dispose();
            });
        }),
        new("Buffers: shared by 10 at once", static () =>
        {
            byte[] message = new byte[54];
            var shares = new SharedBuffer[10];
            return new(() =>
            {
                SharedBuffer.Create(message, shares);
                foreach (SharedBuffer share in shares)
                    share.Dispose();
            });
        }),
        new("Buffers: pooled array of 1,000", static () => new(static () =>
        {
            using var array = new PooledArray<byte>(1_000);
            s_sum += array.Span.Length;
        })),
        new("Buffers: memory of 4 KB", static () =>
        {
            var pool = new MagazineMemoryPool();
            return new(() =>
            {
                using IMemoryOwner<byte> owner = pool.Rent(4_096);
                s_sum += owner.Memory.Length;
            });
        }),
        new("Buffers: write numbers", static () =>
        {
            var writer = new PooledArrayBufferWriter<byte>(1_024);
            return new(() =>
            {
                writer.ResetWrittenCount();
                writer.WriteInt32LittleEndian(1);
                writer.WriteInt64BigEndian(2);
                writer.WriteDoubleLittleEndian(3);
                writer.WriteVarint32(400);
            });
        }),
        new("Buffers: write text", static () =>
        {
            var writer = new PooledArrayBufferWriter<byte>(1_024);
            return new(() =>
            {
                writer.ResetWrittenCount();
                writer.WriteUtf8(Text);
            });
        }),
        new("Buffers: write interpolated text", static () =>
        {
            var writer = new PooledArrayBufferWriter<byte>(1_024);
            int number = 42;
            return new(() =>
            {
                writer.ResetWrittenCount();
                writer.WriteUtf8($"number {number} of {Text}");
            });
        }),
        new("Buffers: read numbers", static () =>
        {
            byte[] message = Message();
            return new(() =>
            {
                var reader = new BufferReader(message);
                s_sum += reader.ReadInt32LittleEndian() + reader.ReadInt64BigEndian() + reader.ReadVarint32();
                s_sum += (long)reader.ReadDoubleLittleEndian() + reader.ReadBytes(16).Length;
            });
        }),
        new("Buffers: read numbers of a sequence", static () =>
        {
            var message = new ReadOnlySequence<byte>(Message());
            return new(() =>
            {
                var reader = new SequenceReader<byte>(message);
                reader.TryReadInt32LittleEndian(out int first);
                reader.TryReadInt64BigEndian(out long second);
                reader.TryReadVarint32(out uint third);
                reader.TryReadDoubleLittleEndian(out double fourth);
                s_sum += first + second + third + (long)fourth;
            });
        }),
    ];

    private static HotPath Rented(string name, int length) => new(name, () =>
    {
        byte[] message = new byte[length];
        return new(() =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Write(message);
            s_sum += lease.Value.WrittenSpan.Length;
        });
    });

    private static byte[] Message()
    {
        byte[] message = new byte[64];
        message.AsSpan().Fill(1);
        return message;
    }
}
