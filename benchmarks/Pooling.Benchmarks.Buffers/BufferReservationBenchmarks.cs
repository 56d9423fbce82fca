using System.Buffers.Binary;
using System.Text;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Messages in messages: 8 records of a short text, each with its length in front, in a frame with its own. The length is known
/// only once the rest is written.</summary>
public class BufferReservationBenchmarks
{
    private const int Operations = 50;
    private const int Records = 8;

    private readonly byte[] _text = Encoding.UTF8.GetBytes("a record of some fields");
    private readonly PooledArrayBufferWriter<byte> _owned = new(initialCapacity: 1024);
    private readonly MemoryStream _stream = new(1024);
    private readonly BinaryWriter _binary;

    public BufferReservationBenchmarks() => _binary = new BinaryWriter(_stream);

    [GlobalCleanup]
    public void Cleanup() => _owned.Dispose();

    /// <summary>Writes a place-holder, comes back by <see cref="Stream.Position"/>, writes the length, and goes on.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Fixed")]
    [Row("POOL-length-prefix-fixed", Role.Before)]
    public ReadOnlyMemory<byte> BinaryWriterAndPosition()
    {
        for (int i = 0; i < Operations; i++)
        {
            _stream.Position = 0;
            _stream.SetLength(0);
            _binary.Write(0);
            for (int record = 0; record < Records; record++)
            {
                long at = _stream.Position;
                _binary.Write(0);
                _binary.Write(_text);
                PatchStream(at);
            }

            PatchStream(0);
        }

        return new ReadOnlyMemory<byte>(_stream.GetBuffer(), 0, (int)_stream.Length);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Fixed")]
    [Row("POOL-length-prefix-fixed", Role.Peer, "new MemoryStream for each message")]
    public ReadOnlyMemory<byte> StreamInStream()
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            using var body = new MemoryStream();
            using var writer = new BinaryWriter(body);
            for (int record = 0; record < Records; record++)
            {
                using var inner = new MemoryStream();
                inner.Write(_text);
                writer.Write((int)inner.Length);
                inner.WriteTo(body);
            }

            last = new byte[sizeof(int) + (int)body.Length];
            BinaryPrimitives.WriteInt32LittleEndian(last, (int)body.Length);
            body.GetBuffer().AsSpan(0, (int)body.Length).CopyTo(last.AsSpan(sizeof(int)));
        }

        return last;
    }

    /// <summary>The floor: nothing is checked, and the bytes are written into the written span.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Fixed")]
    [Row("POOL-length-prefix-fixed", Role.Peer, "patched by hand")]
    public ReadOnlyMemory<byte> PatchedByHand()
    {
        PooledArrayBufferWriter<byte> writer = _owned;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            writer.WriteInt32LittleEndian(0);
            for (int record = 0; record < Records; record++)
            {
                int at = writer.WrittenCount;
                writer.WriteInt32LittleEndian(0);
                writer.Write(_text);
                PatchWriter(writer, at);
            }

            PatchWriter(writer, 0);
        }

        return writer.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Fixed")]
    [Row("POOL-length-prefix-fixed", Role.Ours)]
    public ReadOnlyMemory<byte> Reserved()
    {
        PooledArrayBufferWriter<byte> writer = _owned;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            BufferReservation<byte> frame = writer.Reserve(sizeof(int));
            for (int record = 0; record < Records; record++)
            {
                BufferReservation<byte> length = writer.Reserve(sizeof(int));
                writer.Write(_text);
                length.PatchLengthLittleEndian();
            }

            frame.PatchLengthLittleEndian();
        }

        return writer.WrittenMemory;
    }

    /// <summary>Each message into a stream of its own, since the length of its length depends on it.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varint")]
    [Row("POOL-length-prefix-varint", Role.Before)]
    public ReadOnlyMemory<byte> VarintBinaryWriters()
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            using var body = new MemoryStream();
            using var writer = new BinaryWriter(body);
            for (int record = 0; record < Records; record++)
            {
                using var inner = new MemoryStream();
                inner.Write(_text);
                writer.Write7BitEncodedInt((int)inner.Length);
                inner.WriteTo(body);
            }

            using var frame = new MemoryStream();
            using var frameWriter = new BinaryWriter(frame);
            frameWriter.Write7BitEncodedInt((int)body.Length);
            body.WriteTo(frame);
            last = frame.ToArray();
        }

        return last;
    }

    /// <summary>The lengths are known, as a generated serializer knows them once it has computed them: the floor.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varint")]
    [Row("POOL-length-prefix-varint", Role.Peer, "lengths known before")]
    public ReadOnlyMemory<byte> VarintLengthsKnown()
    {
        PooledArrayBufferWriter<byte> writer = _owned;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            writer.WriteVarint32((uint)(Records * (1 + _text.Length)));
            for (int record = 0; record < Records; record++)
            {
                writer.WriteVarint32((uint)_text.Length);
                writer.Write(_text);
            }
        }

        return writer.WrittenMemory;
    }

    /// <summary>The records take one byte as guessed; the frame takes two, and all of it moves by one.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Varint")]
    [Row("POOL-length-prefix-varint", Role.Ours)]
    public ReadOnlyMemory<byte> VarintReserved()
    {
        PooledArrayBufferWriter<byte> writer = _owned;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            BufferReservation<byte> frame = writer.Reserve(1);
            for (int record = 0; record < Records; record++)
            {
                BufferReservation<byte> length = writer.Reserve(1);
                writer.Write(_text);
                length.PatchVarintLength();
            }

            frame.PatchVarintLength();
        }

        return writer.WrittenMemory;
    }

    private static void PatchWriter(PooledArrayBufferWriter<byte> writer, int at)
    {
        Span<byte> written = System.Runtime.InteropServices.MemoryMarshal.AsMemory(writer.WrittenMemory).Span;
        BinaryPrimitives.WriteInt32LittleEndian(written.Slice(at), writer.WrittenCount - at - sizeof(int));
    }

    private void PatchStream(long at)
    {
        long end = _stream.Position;
        _stream.Position = at;
        _binary.Write((int)(end - at - sizeof(int)));
        _stream.Position = end;
    }
}
