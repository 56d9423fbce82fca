using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Text;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads a number that is written as text, and its delimiter.</summary>
internal sealed class AsciiOperation<T>(string delimiter, AsciiOperation<T>.Parser parse) : FuzzOperation
    where T : unmanaged, INumberBase<T>
{
    private const int MaxLength = 256;

    private readonly byte[] _delimiter = Encoding.ASCII.GetBytes(delimiter);

    internal delegate bool Parser(ReadOnlySpan<byte> text, out T value, out int length, char format);

    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        var value = T.CreateTruncating(random.Next(2) == 0 ? random.Next(100) : random.NextInt64());
        writer.Write(Encoding.ASCII.GetBytes(value.ToString(null, CultureInfo.InvariantCulture)));
        writer.Write(_delimiter);
        return false; // a float may be rounded
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        int length = DelimitedOperation.ModelLength(left, _delimiter, MaxLength, out FuzzStatus status);
        if (status != FuzzStatus.Read)
            return status;

        if (!parse(left[..length].ToArray(), out T value, out int read, '\0') || read != length)
            return FuzzStatus.Malformed;

        result.AddNumber(value);
        result.Consumed = length + _delimiter.Length;
        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        if (!reader.TryReadAsciiNumber(out T value, _delimiter))
            return false;

        result.AddNumber(value);
        return true;
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        if (!reader.TryReadAsciiNumber(out T value, _delimiter))
            return false;

        result.AddNumber(value);
        return true;
    }
}
