using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads one number.</summary>
internal sealed class NumberOperation<T>(
    NumberOperation<T>.BufferTry tryBuffer,
    NumberOperation<T>.BufferRead readBuffer,
    NumberOperation<T>.SequenceTry trySequence,
    NumberOperation<T>.ModelRead model,
    Action<IBufferWriter<byte>, T> write,
    Func<T, T>? limit = null) : FuzzOperation
    where T : unmanaged
{
    internal delegate bool BufferTry(ref BufferReader reader, out T value);

    internal delegate T BufferRead(ref BufferReader reader);

    internal delegate bool SequenceTry(ref SequenceReader<byte> reader, out T value);

    internal delegate FuzzStatus ModelRead(ReadOnlySpan<byte> left, out T value, out int length);

    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        Span<byte> bytes = stackalloc byte[Unsafe.SizeOf<T>()];
        random.NextBytes(bytes);
        bytes[^random.Next(bytes.Length + 1)..].Clear(); // small numbers have short varints
        T value = MemoryMarshal.Read<T>(bytes);
        if (limit is not null)
            value = limit(value);

        write(writer, value);
        expected.AddNumber(value);
        return true;
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        FuzzStatus status = model(left, out T value, out int length);
        if (status != FuzzStatus.Read)
            return status;

        result.AddNumber(value);
        result.Consumed = length;
        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        if (!tryBuffer(ref reader, out T value))
            return IsDefault(value);

        result.AddNumber(value);
        return true;
    }

    internal override bool Read(ref BufferReader reader, FuzzResult result)
    {
        result.AddNumber(readBuffer(ref reader));
        return true;
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        if (!trySequence(ref reader, out T value))
            return IsDefault(value);

        result.AddNumber(value);
        return true;
    }

    private static bool IsDefault(T value)
    {
        SoakException.ThrowUnless(EqualityComparer<T>.Default.Equals(value, default), "A failed read returned a value.");
        return false;
    }
}
