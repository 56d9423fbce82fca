using System.Buffers;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>A reply as objects and arrays.</summary>
internal sealed record PlainReply(RespType Type, long Number, byte[] Bytes, PlainReply[] Items)
{
    public string Text => Encoding.UTF8.GetString(Bytes);

    public static PlainReply Read(ref SequenceReader<byte> reader)
    {
        reader.TryRead(out byte first);
        var type = (RespType)first;
        if (type is RespType.Simple or RespType.Error)
        {
            reader.TryReadTo(out ReadOnlySequence<byte> line, "\r\n"u8);
            return new PlainReply(type, line.Length, line.ToArray(), []);
        }

        reader.TryReadAsciiNumber(out long number, "\r\n"u8);
        if (type == RespType.Integer || number < 0)
            return new PlainReply(type, number, [], []);

        if (type == RespType.Bulk)
        {
            reader.TryReadBytes((int)number, out ReadOnlySequence<byte> bytes);
            reader.Advance(2);
            return new PlainReply(type, number, bytes.ToArray(), []);
        }

        var items = new PlainReply[number];
        for (int i = 0; i < items.Length; i++)
            items[i] = Read(ref reader);

        return new PlainReply(type, number, [], items);
    }
}
