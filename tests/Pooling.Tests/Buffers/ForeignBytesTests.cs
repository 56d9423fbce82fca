using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests that no buffer primitive shows the data of another user in the arrays, or data that was written to them after they were
/// returned. The soak test with the same name tests a gigabyte.</summary>
public sealed class ForeignBytesTests
{
    // Each writes text of the given length in a different way, and returns all visible data.
    private static readonly Dictionary<string, Func<PooledArrayBufferWriter<byte>, int, IEnumerable<byte[]>>> s_uses = new()
    {
        ["spans"] = static (writer, length) =>
        {
            Text(length).CopyTo(writer.GetSpan(length + 100));
            writer.Advance(length);
            return [writer.WrittenSpan.ToArray(), writer.WrittenMemory.ToArray()];
        },
        ["truncation"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            writer.Truncate(length / 2);
            writer.GetSpan(length);
            writer.Write(Text(length));
            return [writer.WrittenSpan.ToArray()];
        },
        ["reservations"] = static (writer, length) =>
        {
            writer.Reserve(length); // never patched
            BufferReservation<byte> reservation = writer.Reserve(length);
            writer.Write(Text(length));
            reservation.Replace(Text(length / 3));
            return [writer.WrittenSpan.ToArray()];
        },
        ["interpolation"] = static (writer, length) =>
        {
            writer.WriteUtf8($"{length,200}{new ReadOnlySpan<byte>(Text(length))}{length,-3000}");
            return [writer.WrittenSpan.ToArray()];
        },
        ["detaching"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            using PooledArray<byte> message = writer.Detach();
            writer.Write(Text(length));
            return [message.Span.ToArray(), writer.WrittenSpan.ToArray()];
        },
        ["streams"] = static (writer, length) =>
        {
            writer.AsStream().Write(Text(length), 0, length);
            var copy = new MemoryStream();
            writer.AsReadStream().CopyTo(copy);
            byte[] room = new byte[length + 50];
            using Stream stream = writer.AsReadStream();
            return [copy.ToArray(), [.. room.Take(stream.Read(room, 0, room.Length))], room];
        },
        ["pipes"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            var pipe = new Pipe();
            writer.CopyTo(pipe.Writer);
            pipe.Writer.Complete();
            Assert.True(pipe.Reader.TryRead(out ReadResult read));
            return Parts(read.Buffer);
        },
        ["shared messages"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            writer.GetSpan(100);
            using SharedBuffer message = writer.DetachShared();
            using SharedBuffer part = message.Slice(length / 3);
            message.TryReturn();
            writer.Write(Text(length));
            return [part.Span.ToArray(), part.Memory.ToArray(), writer.WrittenSpan.ToArray()];
        },
    };

    private static readonly Dictionary<string, Func<SegmentedBufferWriter, int, IEnumerable<byte[]>>> s_segmentedUses = new()
    {
        ["spans"] = static (writer, length) =>
        {
            Text(length).CopyTo(writer.GetSpan(length + 100));
            writer.Advance(length);
            writer.GetSpan(70_000);
            return Parts(writer.WrittenSequence);
        },
        ["truncation"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            writer.Truncate(length / 2);
            writer.GetSpan(length);
            writer.Write(Text(length));
            return Parts(writer.WrittenSequence);
        },
        ["reservations"] = static (writer, length) =>
        {
            writer.Reserve(length); // never patched
            BufferReservation<byte> reservation = writer.Reserve(length);
            writer.Write(Text(length));
            IEnumerable<byte[]> before = Parts(writer.WrittenSequence);
            reservation.Patch(Text(length));
            return [.. before, .. Parts(writer.WrittenSequence)];
        },
        ["detaching"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            writer.GetSpan(length);
            using PooledSequence message = writer.Detach();
            writer.Write(Text(length));
            return [.. Parts(message.Sequence), .. Parts(writer.WrittenSequence)];
        },
        ["streams"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            var copy = new MemoryStream();
            using Stream stream = writer.AsReadStream();
            stream.CopyTo(copy);
            writer.CopyTo(copy);
            byte[] room = new byte[length + 50];
            stream.Position = 0;
            return [copy.ToArray(), [.. room.Take(stream.Read(room, 0, room.Length))], room];
        },
        ["pipes"] = static (writer, length) =>
        {
            writer.Write(Text(length));
            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
            writer.CopyToAsync(pipe.Writer).AsTask().GetAwaiter().GetResult();
            pipe.Writer.Complete();
            Assert.True(pipe.Reader.TryRead(out ReadResult read));
            return Parts(read.Buffer);
        },
    };

    public static TheoryData<string> Uses => [.. s_uses.Keys];

    public static TheoryData<string> SegmentedUses => [.. s_segmentedUses.Keys];

    [Theory]
    [MemberData(nameof(Uses))]
    public void AnyUse_OverArraysOfAnotherTenant_ShowsNoneOfTheirBytes(string use)
    {
        foreach (bool clears in new[] { false, true })
        {
            var arrays = new CountingArrayPool<byte> { KeepsContent = true };
            using (var pool = new BufferWriterPool(new BufferWriterPoolOptions { InitialCapacity = 16, ClearOnReturn = clears },
                arrayPool: arrays))
            {
                foreach (int length in new[] { 1, 15, 16, 17, 300, 5000 })
                {
                    using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
                    AssertNotForeign(s_uses[use](lease.Value, length));
                }
            }

            arrays.AssertAllReturned();
        }
    }

    [Theory]
    [MemberData(nameof(SegmentedUses))]
    public void AnyUseOfSegments_OverArraysOfAnotherTenant_ShowsNoneOfTheirBytes(string use)
    {
        foreach (bool clears in new[] { false, true })
        {
            var arrays = new CountingArrayPool<byte> { KeepsContent = true };
            using (var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = clears }, arrayPool: arrays))
            {
                foreach (int length in new[] { 1, 4095, 4096, 4097, 20_480, 150_000 })
                {
                    using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
                    AssertNotForeign(s_segmentedUses[use](lease.Value, length));
                }
            }

            arrays.AssertAllReturned();
        }
    }

    private static void AssertNotForeign(IEnumerable<byte[]> views)
    {
        foreach (byte[] view in views)
        {
            Assert.True(Array.IndexOf(view, TestPoolOptions.FreshPattern) < 0, "A byte of another tenant.");
            Assert.True(Array.IndexOf(view, TestPoolOptions.ReturnedPattern) < 0, "A byte of an array that went back.");
        }
    }

    private static List<byte[]> Parts(in ReadOnlySequence<byte> sequence)
    {
        List<byte[]> parts = [];
        foreach (ReadOnlyMemory<byte> part in sequence)
            parts.Add(part.ToArray());

        return parts;
    }

    private static byte[] Text(int length) => [.. Enumerable.Repeat((byte)'x', length)];
}
