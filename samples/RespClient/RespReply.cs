using System.Buffers;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>A reply, whose bytes are in pooled memory until it is disposed.</summary>
/// <remarks>The items of an array are in an array of their own, which is allocated. Copies are the same reply; one of them is
/// disposed.</remarks>
internal readonly struct RespReply : IDisposable
{
    private readonly SharedBuffer _bytes;
    private readonly RespReply[]? _items;

    private RespReply(RespType type, long number, SharedBuffer bytes, RespReply[]? items) =>
        (Type, Number, _bytes, _items) = (type, number, bytes, items);

    public RespType Type { get; }

    /// <summary>Gets the value of an integer; otherwise the length, or -1 for null.</summary>
    public long Number { get; }

    /// <summary>Gets a value that indicates whether this is a null string or a null array, such as the value of a key that does not
    /// exist.</summary>
    public bool IsNull => Number < 0 && Type != RespType.Integer;

    /// <summary>Gets the bytes of a string or of an error. They are valid until the reply is disposed.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes == default ? default : _bytes.Span;

    /// <summary>Gets the items of an array. They end with it.</summary>
    public ReadOnlySpan<RespReply> Items => _items;

    /// <summary>Gets the bytes as text, which is allocated.</summary>
    public string Text => Encoding.UTF8.GetString(Bytes);

    /// <summary>Copies a whole reply, which <see cref="RespScanner"/> has found, into pooled memory.</summary>
    /// <exception cref="InvalidDataException">Arrays are nested too deeply.</exception>
    public static RespReply Read(in ReadOnlySequence<byte> reply)
    {
        var reader = new SequenceReader<byte>(reply);
        return Read(ref reader, depth: 0);
    }

    public void Dispose()
    {
        _bytes.Dispose();
        foreach (RespReply item in Items)
            item.Dispose();
    }

    private static RespReply Read(ref SequenceReader<byte> reader, int depth)
    {
        reader.TryRead(out byte first);
        var type = (RespType)first;
        if (type is RespType.Simple or RespType.Error)
        {
            reader.TryReadTo(out ReadOnlySequence<byte> line, "\r\n"u8);
            return new RespReply(type, line.Length, SharedBuffer.Create(in line), null);
        }

        reader.TryReadAsciiNumber(out long number, "\r\n"u8);
        if (type == RespType.Integer || number < 0)
            return new RespReply(type, number, default, null);

        if (type == RespType.Bulk)
        {
            reader.TryReadBytes((int)number, out ReadOnlySequence<byte> bytes);
            reader.Advance(2);
            return new RespReply(type, number, SharedBuffer.Create(in bytes), null);
        }

        RespScanner.Require(depth < RespScanner.MaxDepth, "Arrays are nested too deeply.");
        var items = new RespReply[number];
        try
        {
            for (int i = 0; i < items.Length; i++)
                items[i] = Read(ref reader, depth + 1);
        }
        catch
        {
            Array.ForEach(items, static item => item.Dispose());
            throw;
        }

        return new RespReply(type, number, default, items);
    }
}
