using System.IO.Pipelines;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>No primitive of the room shows what another tenant left in the arrays, or what came into them after they went back. The soak of the same name
/// does it for a gigabyte.</summary>
public sealed class ForeignBytesTests
{
    // Each writes text of the given length in its own way, and gives everything that it can show.
    private static readonly Dictionary<string, Func<PooledArrayBufferWriter, int, IEnumerable<byte[]>>> s_uses = new()
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
            return [.. Parts(read)];
        },
    };

    public static TheoryData<string> Uses => [.. s_uses.Keys];

    [Theory]
    [MemberData(nameof(Uses))]
    public void AnyUse_OverArraysOfAnotherTenant_ShowsNoneOfTheirBytes(string use)
    {
        foreach (bool clears in new[] { false, true })
        {
            var arrays = new CanaryArrayPool();
            using (var pool = new PooledBufferPool(new PooledBufferPoolOptions { ArrayPool = arrays, InitialCapacity = 16, ClearOnReturn = clears }))
            {
                foreach (int length in new[] { 1, 15, 16, 17, 300, 5000 })
                {
                    using PooledLease<PooledArrayBufferWriter> lease = pool.Rent();
                    foreach (byte[] view in s_uses[use](lease.Value, length))
                    {
                        Assert.DoesNotContain(CanaryArrayPool.Canary, view);
                        Assert.DoesNotContain(CanaryArrayPool.Poison, view);
                    }
                }
            }

            arrays.AssertBalanced();
        }
    }

    private static IEnumerable<byte[]> Parts(ReadResult read)
    {
        foreach (ReadOnlyMemory<byte> part in read.Buffer)
            yield return part.ToArray();
    }

    private static byte[] Text(int length) => [.. Enumerable.Repeat((byte)'x', length)];
}
