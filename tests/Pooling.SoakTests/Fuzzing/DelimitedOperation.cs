using System.Buffers;
using System.Text;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads bytes up to a delimiter. Sequences have a method of their own for that, which is not tested.</summary>
internal sealed class DelimitedOperation(string delimiter, int maxLength) : FuzzOperation
{
    private readonly byte[] _delimiter = Encoding.ASCII.GetBytes(delimiter);

    /// <summary>Finds a delimiter in plain code.</summary>
    internal static int ModelLength(ReadOnlySpan<byte> left, byte[] delimiter, int maxLength, out FuzzStatus status)
    {
        for (int at = 0; at <= maxLength && at + delimiter.Length <= left.Length; at++)
        {
            if (left[at] == delimiter[0] && left.Slice(at, delimiter.Length).SequenceEqual(delimiter))
            {
                status = FuzzStatus.Read;
                return at;
            }
        }

        status = left.Length >= (long)maxLength + delimiter.Length ? FuzzStatus.Malformed : FuzzStatus.Incomplete;
        return -1;
    }

    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        var bytes = new byte[random.Next(Math.Min(maxLength, random.Next(8) == 0 ? 400 : 40) + 1)];
        bytes.AsSpan().Fill((byte)'x');
        writer.Write(bytes);
        writer.Write(_delimiter);
        expected.Add(bytes);
        return true;
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        int length = ModelLength(left, _delimiter, maxLength, out FuzzStatus status);
        if (status != FuzzStatus.Read)
            return status;

        result.Add(left[..length]);
        result.Consumed = length + _delimiter.Length;
        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        bool isRead = reader.TryReadTo(out ReadOnlySpan<byte> bytes, _delimiter, maxLength);
        result.AddSlice(bytes);
        return isRead;
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        long start = reader.Consumed;
        FuzzStatus status = Model(reader.UnreadSequence.ToArray(), result);
        if (status == FuzzStatus.Malformed)
            throw new InvalidDataException();

        reader.Advance(result.Consumed);
        SoakException.ThrowUnless(reader.Consumed - start == result.Consumed, "The platform's reader went wrong.");
        return status == FuzzStatus.Read;
    }
}
