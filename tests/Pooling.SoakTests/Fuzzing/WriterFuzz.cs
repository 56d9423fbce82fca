using System.Buffers;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Writes random data with reservations of random sizes to both writers, patches and replaces them with other sizes, and compares
/// what was written with a list of bytes.</summary>
internal sealed class WriterFuzz(FuzzRun run)
{
    private readonly List<byte> _content = [];
    private readonly List<(int Position, int Length, BufferReservation<byte> Array, BufferReservation<byte> Segments)> _open = [];

    internal void Run()
    {
        int start = run.Random.Next(300);
        using var array = new PooledArrayBufferWriter<byte>(
            new() { InitialCapacity = start, ClearOnReturn = run.Random.Next(2) == 0 }, run.WriterArrays);
        using var segments = new SegmentedBufferWriter(new() { ClearOnReturn = run.Random.Next(2) == 0 }, run.WriterArrays);
        _content.Clear();
        _open.Clear();
        for (int step = run.Random.Next(40); step >= 0; step--)
        {
            switch (run.Random.Next(8))
            {
                case 0 or 1:
                    Reserve(array, segments);
                    break;
                case 2 when _open.Count > 0:
                    Patch();
                    break;
                case 3 when _open.Count > 0:
                    Replace();
                    break;
                case 4 when _open.Count > 0:
                    PatchLength();
                    break;
                case 5 when _open.Count > 0:
                    PatchWrongly();
                    break;
                case 6:
                    Truncate(array, segments);
                    break;
                default:
                    Write(array, segments);
                    break;
            }

            if (step % 8 == 0)
                Scan(array, segments);
        }
    }

    private byte[] Bytes(int length)
    {
        byte[] bytes = run.RandomBytes(length);
        FuzzRun.Strip(bytes);
        return bytes;
    }

    private int Length() => run.Random.Next(100) switch
    {
        0 => run.Random.Next(100_000), // more than a segment
        < 10 => run.Random.Next(600),
        _ => run.Random.Next(24),
    };

    private void Write(PooledArrayBufferWriter<byte> array, SegmentedBufferWriter segments)
    {
        byte[] bytes = Bytes(Length());
        array.Write(bytes);
        FuzzSequence parts = new(run, bytes);
        segments.Write(parts.Bytes);
        parts.Return(run.Arrays, bytes);
        _content.AddRange(bytes);
    }

    private void Reserve(PooledArrayBufferWriter<byte> array, SegmentedBufferWriter segments)
    {
        int length = Length();
        _open.Add((_content.Count, length, array.Reserve(length), segments.Reserve(length)));
        _content.AddRange(new byte[length]);
    }

    private void Patch()
    {
        int index = run.Random.Next(_open.Count);
        (int position, int length, BufferReservation<byte> array, BufferReservation<byte> segments) = _open[index];
        byte[] bytes = Bytes(length);
        array.Patch(bytes);
        segments.Patch(bytes);
        for (int i = 0; i < length; i++)
            _content[position + i] = bytes[i];

        _open.RemoveAt(index);
    }

    private void Replace()
    {
        (int position, int length, BufferReservation<byte> array, BufferReservation<byte> segments) = _open[^1];
        byte[] bytes = Bytes(Length());
        var input = new FuzzInput(run.Arrays, bytes, FuzzInput.Canary);
        array.Replace(input.Memory.Span);
        segments.Replace(input.Memory.Span);
        input.Return(run.Arrays, bytes);
        _content.RemoveRange(position, length);
        _content.InsertRange(position, bytes);
        _open.RemoveAt(_open.Count - 1);
    }

    private void PatchLength()
    {
        (int position, int length, BufferReservation<byte> array, BufferReservation<byte> segments) = _open[^1];
        int written = _content.Count - position - length;
        SoakException.ThrowUnless(array.WrittenSince == written && segments.WrittenSince == written, "The length since is wrong.");
        array.PatchVarintLength();
        segments.PatchVarintLength();
        var varint = new ArrayBufferWriter<byte>();
        varint.WriteVarint32((uint)written);
        byte[] bytes = varint.WrittenSpan.ToArray();
        _content.RemoveRange(position, length);
        _content.InsertRange(position, bytes);
        _open.RemoveAt(_open.Count - 1);
    }

    private void PatchWrongly()
    {
        (_, int length, BufferReservation<byte> array, BufferReservation<byte> segments) = _open[run.Random.Next(_open.Count)];
        byte[] bytes = Bytes(length + (length == 0 || run.Random.Next(2) == 0 ? 1 : -1));
        Refuse(() => array.Patch(bytes));
        Refuse(() => segments.Patch(bytes));
    }

    private static void Refuse(Action action)
    {
        try
        {
            action();
        }
        catch (ArgumentException)
        {
            return;
        }

        throw new SoakException("Bytes of another length were accepted.");
    }

    private void Truncate(PooledArrayBufferWriter<byte> array, SegmentedBufferWriter segments)
    {
        int count = run.Random.Next(_content.Count + 1);
        array.Truncate(count);
        segments.Truncate(count);
        _content.RemoveRange(count, _content.Count - count);
        _open.RemoveAll(open => open.Position + open.Length > count);
    }

    private void Scan(PooledArrayBufferWriter<byte> array, SegmentedBufferWriter segments)
    {
        byte[] expected = [.. _content];
        run.ScanEqual(array.WrittenSpan, expected, "The writer has other bytes than those that were written.");
        ReadOnlySpan<byte> rest = expected;
        foreach (ReadOnlyMemory<byte> part in segments.WrittenSequence)
        {
            SoakException.ThrowUnless(part.Length <= rest.Length, "The segmented writer has more bytes than those that were written.");
            run.ScanEqual(part.Span, rest[..part.Length], "The segmented writer has other bytes than those that were written.");
            rest = rest[part.Length..];
        }

        SoakException.ThrowUnless(rest.IsEmpty, "The segmented writer has fewer bytes than those that were written.");
    }
}
