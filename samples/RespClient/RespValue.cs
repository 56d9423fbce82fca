using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>A reply, or an item of one, in the bytes of the reply: nothing is copied or allocated.</summary>
internal readonly ref struct RespValue
{
    private readonly ReadOnlySpan<byte> _after; // of an array, its items

    /// <param name="type">The kind.</param>
    /// <param name="number">The value of an integer, or the length.</param>
    /// <param name="content">The bytes of a string, or of the items of an array.</param>
    public RespValue(RespType type, long number, ReadOnlySpan<byte> content)
        : this(type, number, type == RespType.Array ? default : content, content)
    {
    }

    private RespValue(RespType type, long number, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> after)
    {
        (Type, Number) = (type, number);
        Bytes = bytes;
        _after = after;
    }

    public RespType Type { get; }

    /// <summary>Gets the value of an integer; otherwise the length, or -1 for null.</summary>
    public long Number { get; }

    /// <summary>Gets a value that indicates whether this is a null string or a null array, such as the value of a key
    /// that
    /// does not exist.</summary>
    public bool IsNull => Number < 0 && Type != RespType.Integer;

    /// <summary>Gets the bytes of a string or of an error. They are valid until the reply is disposed.</summary>
    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>Gets the items of an array.</summary>
    public RespItems Items => Type == RespType.Array ? new RespItems(_after, Number) : default;

    /// <summary>Gets the bytes as text, which is allocated.</summary>
    public string Text => Encoding.UTF8.GetString(Bytes);

    /// <summary>Reads the first of items that <see cref="RespScanner"/> has found to be whole.</summary>
    public static RespValue Read(ReadOnlySpan<byte> items)
    {
        var type = (RespType)items[0];
        if (type is RespType.Simple or RespType.Error)
        {
            int length = items.IndexOf("\r\n"u8) - 1;
            return new RespValue(type, length, items.Slice(1, length), items[(length + 3)..]);
        }

        var reader = new BufferReader(items[1..]);
        reader.TryReadAsciiNumber(out long number, "\r\n"u8);
        ReadOnlySpan<byte> after = items[(1 + reader.Consumed)..];
        return type == RespType.Bulk && number >= 0
            ? new RespValue(type, number, after[..(int)number], after[((int)number + 2)..])
            : new RespValue(type, number, default, after);
    }

    /// <summary>Returns what follows the first of them.</summary>
    public static ReadOnlySpan<byte> Skip(ReadOnlySpan<byte> items)
    {
        for (long left = 1; left > 0; left--)
        {
            RespValue value = Read(items);
            left += value.Type == RespType.Array ? Math.Max(value.Number, 0) : 0;
            items = value._after;
        }

        return items;
    }
}
