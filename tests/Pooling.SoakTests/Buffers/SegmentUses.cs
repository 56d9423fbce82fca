using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.SoakTests.Buffers;

/// <summary>Writes to segmented writers and shared messages in all ways, and reads the written data.</summary>
internal static class SegmentUses
{
    internal static void OwnedWriter(ForeignBytesRun run)
    {
        using var writer = new SegmentedBufferWriter(new() { ClearOnReturn = run.Pools.Clears }, run.Pools.Arrays);
        for (int message = run.Random.Next(4); message >= 0; message--)
        {
            Fill(run, writer);
            Scan(run, writer.WrittenSequence);
            switch (run.Random.Next(3))
            {
                case 0:
                    writer.Truncate(run.Random.NextInt64(writer.WrittenCount + 1));
                    break;
                case 1:
                    writer.Rewind(run.Random.NextInt64(writer.WrittenCount + 1));
                    break;
                default:
                    writer.ResetWrittenCount();
                    break;
            }

            writer.GetSpan(run.Random.Next(100_000)); // returned but not committed
            Scan(run, writer.WrittenSequence);
        }
    }

    internal static void RentedWriter(ForeignBytesRun run)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(run.Pools.Writers);
        Scan(run, lease.Value.WrittenSequence);
        Fill(run, lease.Value);
        Scan(run, lease.Value.WrittenSequence);
    }

    internal static void Reservations(ForeignBytesRun run)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(run.Pools.Writers);
        SegmentedBufferWriter writer = lease.Value;
        writer.Reserve(run.Random.Next(100_000)); // never patched
        for (int message = run.Random.Next(6); message >= 0; message--)
        {
            ReadOnlySpan<byte> text = run.Text();
            BufferReservation<byte> reservation = writer.Reserve(text.Length);
            Fill(run, writer);
            Scan(run, writer.WrittenSequence);
            reservation.Patch(text);
        }

        Scan(run, writer.WrittenSequence);
    }

    internal static void Detached(ForeignBytesRun run)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(run.Pools.Writers);
        Fill(run, lease.Value);
        lease.Value.GetSpan(run.Random.Next(100_000));
        using PooledSequence message = lease.Value.Detach();
        Scan(run, message.Sequence);
        Fill(run, lease.Value);
        Scan(run, lease.Value.WrittenSequence);
        Scan(run, message.Sequence);
    }

    internal static void Copies(ForeignBytesRun run)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(run.Pools.Writers);
        Fill(run, lease.Value);
        using Stream read = lease.Value.AsReadStream();
        lease.Value.Write(run.Text());
        run.Scan(run.Room.AsSpan(0, read.ReadAtLeast(run.Room, run.Random.Next(1, run.Room.Length), throwOnEndOfStream: false)));
        read.Position = run.Random.Next(100_000);
        using var copy = new MemoryStream();
        read.CopyTo(copy);
        lease.Value.CopyTo(copy);
        run.Scan(copy.GetBuffer().AsSpan(0, (int)copy.Length));

        using PooledLease<PooledArrayBufferWriter<byte>> array = run.Pools.Writers.Rent();
        lease.Value.CopyTo(array.Value);
        run.Scan(array.Value.WrittenSpan);

        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        _ = lease.Value.CopyToAsync(pipe.Writer).AsTask().GetAwaiter().GetResult();
        pipe.Writer.Complete();
        if (pipe.Reader.TryRead(out ReadResult result))
            Scan(run, result.Buffer);

        pipe.Reader.Complete();
    }

    internal static void SharedMessages(ForeignBytesRun run)
    {
        using var writer = new PooledArrayBufferWriter<byte>(
            new() { InitialCapacity = run.Random.Next(300), ClearOnReturn = run.Pools.Clears }, run.Pools.Arrays);
        writer.Write(run.Text());
        writer.Rewind(run.Random.Next(writer.WrittenCount + 1));
        writer.GetSpan(run.Random.Next(5000));
        using SharedBuffer taken = writer.DetachShared();
        using SharedBuffer created = SharedBuffer.Create(run.Text(), run.Pools.Arrays, run.Pools.Clears);
        using SharedBuffer part = created.Slice(run.Random.Next(created.Length + 1));
        using (SharedBuffer more = taken.Retain())
            run.Scan(more.Span);

        created.TryReturn(); // the part pins it
        writer.Write(run.Text());
        run.Scan(taken.Memory.Span);
        run.Scan(part.Span);
        run.Scan(writer.WrittenSpan);
    }

    private static void Fill(ForeignBytesRun run, SegmentedBufferWriter writer)
    {
        for (int part = run.Random.Next(5); part >= 0; part--)
        {
            switch (run.Random.Next(4))
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
                    writer.WriteUtf8($"{part,-300}{run.ShortText()}");
                    break;
                default:
                    writer.Write(run.Text());
                    break;
            }
        }
    }

    private static void Scan(ForeignBytesRun run, in ReadOnlySequence<byte> sequence)
    {
        foreach (ReadOnlyMemory<byte> part in sequence)
            run.Scan(part.Span);
    }
}
