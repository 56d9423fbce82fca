using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.SoakTests.Buffers;

/// <summary>Writes to the buffer primitives in all ways, and reads the written data.</summary>
internal static class BufferUses
{
    internal static void OwnedWriter(ForeignBytesRun run)
    {
        using var writer = new PooledArrayBufferWriter<byte>(
            new() { InitialCapacity = run.Random.Next(300), ClearOnReturn = run.Pools.Clears }, run.Pools.Arrays);
        for (int message = run.Random.Next(4); message >= 0; message--)
        {
            Fill(run, writer);
            run.Scan(writer.WrittenSpan);
            switch (run.Random.Next(3))
            {
                case 0:
                    writer.Truncate(run.Random.Next(writer.WrittenCount + 1));
                    break;
                case 1:
                    writer.Rewind(run.Random.Next(writer.WrittenCount + 1));
                    break;
                default:
                    writer.ResetWrittenCount();
                    break;
            }

            writer.GetSpan(run.Random.Next(5000)); // returned but not committed
            run.Scan(writer.WrittenMemory.Span);
        }
    }

    internal static void RentedWriter(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        run.Scan(lease.Value.WrittenSpan);
        Fill(run, lease.Value);
        run.Scan(lease.Value.WrittenSpan);
    }

    internal static void Reservations(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        BufferReservation<byte> forgotten = writer.Reserve(run.Random.Next(2000));
        for (int message = run.Random.Next(6); message >= 0; message--)
        {
            BufferReservation<byte> length = writer.Reserve(run.Random.Next(10));
            Fill(run, writer);
            while (HasForeignByte((int)length.WrittenSince))
                writer.Write("."u8);

            length.PatchVarintLength();
        }

        run.Scan(writer.WrittenSpan);
        forgotten.Replace(run.Text());
        run.Scan(writer.WrittenSpan);
    }

    internal static void InterpolatedText(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        for (int line = run.Random.Next(200); line >= 0; line--)
            lease.Value.WriteUtf8($"{line,-20}{run.ShortText()}: {run.Random.NextDouble(),30} {DayOfWeek.Friday,12} {line:D300}");

        run.Scan(lease.Value.WrittenSpan);
    }

    /// <summary>Checks that writes that fail in the middle leave earlier data unchanged.</summary>
    internal static void FailedWrites(ForeignBytesRun run)
    {
        using var writer = new PooledArrayBufferWriter<byte>(
            new() { InitialCapacity = 16, MaxCapacity = 4096, ClearOnReturn = run.Pools.Clears }, run.Pools.Arrays);
        for (int attempt = 0; attempt < 20; attempt++)
        {
            try
            {
                writer.WriteUtf8($"{attempt}{run.ShortText()}{attempt,1000}");
                writer.Reserve(run.Random.Next(2000)).Replace(run.Text());
            }
            catch (BufferCapacityExceededException)
            {
                run.Scan(writer.WrittenSpan);
            }
        }
    }

    internal static void Detached(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        Fill(run, lease.Value);
        using PooledArray<byte> message = lease.Value.Detach();
        run.Scan(message.Span);
        Fill(run, lease.Value);
        run.Scan(lease.Value.WrittenSpan);
        run.Scan(message.Memory.Span);
    }

    internal static void Streams(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        using Stream written = lease.Value.AsStream();
        using Stream read = lease.Value.AsReadStream();
        written.Write(run.Text());
        written.WriteByte((byte)'x');
        run.Scan(run.Room.AsSpan(0, read.Read(run.Room)));
        read.Position = run.Random.Next(100);
        lease.Value.Truncate(lease.Value.WrittenCount / 2);
        run.Scan(run.Room.AsSpan(0, read.ReadAtLeast(run.Room, run.Room.Length, throwOnEndOfStream: false)));
        written.Write(run.Text());
        using var copy = new MemoryStream();
        read.CopyTo(copy);
        lease.Value.CopyTo(copy);
        run.Scan(copy.GetBuffer().AsSpan(0, (int)copy.Length));
    }

    internal static void Pipes(ForeignBytesRun run)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = run.Pools.Writers.Rent();
        Fill(run, lease.Value);
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        lease.Value.CopyTo(pipe.Writer);
        _ = lease.Value.CopyToAsync(pipe.Writer).AsTask().GetAwaiter().GetResult();
        pipe.Writer.Complete();
        if (pipe.Reader.TryRead(out ReadResult result))
        {
            foreach (ReadOnlyMemory<byte> part in result.Buffer)
                run.Scan(part.Span);
        }

        pipe.Reader.Complete();
    }

    internal static void JsonDocuments(ForeignBytesRun run)
    {
        using PooledUtf8JsonWriter lease = run.Pools.Documents.Rent();
        Utf8JsonWriter writer = lease.Writer;
        writer.WriteStartArray();
        for (int item = run.Random.Next(10); item >= 0; item--)
        {
            writer.WriteNumberValue(run.Random.NextDouble());
            writer.WriteStringValue(run.Text());
        }

        writer.WriteEndArray();
        lease.Flush();
        run.Scan(lease.WrittenSpan);
        using PooledArray<byte> document = lease.Detach();
        run.Scan(document.Span);
    }

    private static void Fill(ForeignBytesRun run, PooledArrayBufferWriter<byte> writer)
    {
        for (int part = run.Random.Next(5); part >= 0; part--)
        {
            switch (run.Random.Next(5))
            {
                case 0:
                    ReadOnlySpan<byte> text = run.Text();
                    text.CopyTo(writer.GetSpan(text.Length));
                    writer.Advance(text.Length);
                    break;
                case 1:
                    writer.WriteUtf8(Encoding.ASCII.GetString(run.Text()));
                    break;
                case 2:
                    writer.WriteInt32BigEndian(run.Random.Next(100));
                    writer.WriteVarint32((uint)run.Random.Next(100));
                    writer.WriteDoubleLittleEndian(0);
                    break;
                case 3:
                    writer.WriteBigEndian<int>([1, 2, 3]);
                    break;
                default:
                    writer.Write(run.Text());
                    break;
            }
        }
    }

    /// <summary>Returns whether the varint of a length contains the byte for which the scan searches.</summary>
    private static bool HasForeignByte(int length)
    {
        for (uint rest = (uint)length; rest != 0; rest >>= 7)
        {
            if ((rest > 0x7F ? (byte)(rest | 0x80) : (byte)rest) == TenantArrayPool.Foreign)
                return true;
        }

        return false;
    }
}
