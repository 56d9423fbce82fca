using System.Buffers;
using System.Text;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads bytes or text of a given length, or skips bytes.</summary>
internal sealed class BytesOperation(BytesOperation.Form form, int count) : FuzzOperation
{
    private static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    internal enum Form
    {
        Slice,
        Text,
        Skip,
    }

    /// <summary>Adds text, unless it is invalid.</summary>
    internal static FuzzStatus ModelText(ReadOnlySpan<byte> bytes, FuzzResult result)
    {
        if (!System.Text.Unicode.Utf8.IsValid(bytes))
            return FuzzStatus.Malformed;

        result.Add(s_strict.GetString(bytes));
        return FuzzStatus.Read;
    }

    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        if (count is < 0 or > 1 << 20)
            return false;

        var bytes = new byte[count];
        if (form == Form.Text)
        {
            FuzzText.Fill(bytes, random);
            expected.Add(s_strict.GetString(bytes));
        }
        else
        {
            random.NextBytes(bytes);
            if (form == Form.Slice)
                expected.Add(bytes);
        }

        writer.Write(bytes);
        return true;
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        if (count < 0)
            return FuzzStatus.Malformed;

        if (count > left.Length)
            return FuzzStatus.Incomplete;

        result.Consumed = count;
        if (form == Form.Text)
            return ModelText(left[..count], result);

        if (form == Form.Slice)
            result.Add(left[..count]);

        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        switch (form)
        {
            case Form.Slice:
                bool isRead = reader.TryReadBytes(count, out ReadOnlySpan<byte> bytes);
                result.AddSlice(bytes);
                return isRead;
            case Form.Text:
                if (!reader.TryReadUtf8(count, out string? text))
                    return false;

                result.Add(text);
                return true;
            default:
                return reader.TryAdvance(count);
        }
    }

    internal override bool Read(ref BufferReader reader, FuzzResult result)
    {
        if (form == Form.Slice)
            result.AddSlice(reader.ReadBytes(count));
        else if (form == Form.Text)
            result.Add(reader.ReadUtf8(count));
        else
            reader.Advance(count);

        return true;
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        if (form == Form.Text)
        {
            if (!reader.TryReadUtf8(count, out string? text))
                return false;

            result.Add(text);
            return true;
        }

        bool isRead = reader.TryReadBytes(count, out ReadOnlySequence<byte> bytes);
        if (form == Form.Slice)
        {
            foreach (ReadOnlyMemory<byte> part in bytes)
                result.Add(part.Span);
        }

        return isRead;
    }
}
