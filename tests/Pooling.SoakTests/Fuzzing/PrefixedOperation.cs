using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads bytes or text with a length prefix.</summary>
internal sealed class PrefixedOperation(LengthPrefix prefix, bool isText, int maxLength) : FuzzOperation
{
    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        int most = random.Next(50) switch { 0 => 20_000, 1 or 2 or 3 or 4 => 600, _ => 40 };
        var bytes = new byte[random.Next(Math.Min(most, maxLength) + 1)];
        if (isText)
        {
            FuzzText.Fill(bytes, random);
            string text = Encoding.UTF8.GetString(bytes);
            writer.WritePrefixedUtf8(text, prefix);
            expected.Add(text);
        }
        else
        {
            random.NextBytes(bytes);
            writer.WritePrefixedBytes(bytes, prefix);
            expected.Add(bytes);
        }

        return true;
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        FuzzStatus status = ReadLength(left, out long length, out int start);
        if (status != FuzzStatus.Read)
            return status;

        if (length < 0 || length > maxLength)
            return FuzzStatus.Malformed;

        if (length > left.Length - start)
            return FuzzStatus.Incomplete;

        result.Consumed = start + (int)length;
        ReadOnlySpan<byte> bytes = left.Slice(start, (int)length);
        if (isText)
            return BytesOperation.ModelText(bytes, result);

        result.Add(bytes);
        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        if (isText)
        {
            if (!reader.TryReadPrefixedUtf8(prefix, out string? text, maxLength))
                return false;

            result.Add(text);
            return true;
        }

        bool isRead = reader.TryReadPrefixedBytes(prefix, out ReadOnlySpan<byte> bytes, maxLength);
        result.AddSlice(bytes);
        return isRead;
    }

    internal override bool Read(ref BufferReader reader, FuzzResult result)
    {
        if (isText)
            result.Add(reader.ReadPrefixedUtf8(prefix, maxLength));
        else
            result.AddSlice(reader.ReadPrefixedBytes(prefix, maxLength));

        return true;
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        if (isText)
        {
            if (!reader.TryReadPrefixedUtf8(prefix, out string? text, maxLength))
                return false;

            result.Add(text);
            return true;
        }

        bool isRead = reader.TryReadPrefixedBytes(prefix, out ReadOnlySequence<byte> bytes, maxLength);
        foreach (ReadOnlyMemory<byte> part in bytes)
            result.Add(part.Span);

        return isRead;
    }

    private FuzzStatus ReadLength(ReadOnlySpan<byte> left, out long length, out int size)
    {
        length = 0;
        if (prefix == LengthPrefix.Varint)
        {
            FuzzStatus status = NumberOperations.ReadVarint(left, 32, out UInt128 wide, out size);
            length = status == FuzzStatus.Read ? (long)wide : 0;
            return status;
        }

        size = prefix is LengthPrefix.UInt16BigEndian or LengthPrefix.UInt16LittleEndian ? 2 : 4;
        if (left.Length < size)
            return FuzzStatus.Incomplete;

        length = prefix switch
        {
            LengthPrefix.UInt16BigEndian => BinaryPrimitives.ReadUInt16BigEndian(left),
            LengthPrefix.UInt16LittleEndian => BinaryPrimitives.ReadUInt16LittleEndian(left),
            LengthPrefix.Int32BigEndian => BinaryPrimitives.ReadInt32BigEndian(left),
            _ => BinaryPrimitives.ReadInt32LittleEndian(left),
        };
        return FuzzStatus.Read;
    }
}
