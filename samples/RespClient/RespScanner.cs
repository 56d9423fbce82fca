using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>Finds the end of each reply, however it is cut into pieces, and refuses what can never become one.</summary>
/// <remarks>It remembers how far it came, so that a reply that arrives byte by byte is not read from its start each time. Nothing is
/// rented or allocated before a reply is complete. Thread safety: one thread at a time.</remarks>
internal sealed class RespScanner
{
    public const int MaxBulk = 1 << 20; // bytes
    public const int MaxLine = 4096; // bytes of a simple string or of an error
    public const int MaxReply = 4 << 20; // bytes of all parts of a reply
    public const int MaxDepth = 8; // arrays in arrays
    public const int MaxItems = 1 << 16; // of all arrays of a reply

    private const int NoArray = -1;

    private readonly int[] _missing = new int[MaxDepth + 1]; // the reply, then the items of the array at each depth
    private int _depth;
    private int _items;
    private long _offset; // of the first part that was not skipped

    public RespScanner() => _missing[0] = 1;

    private bool IsWhole => _depth == 0 && _missing[0] == 0;

    /// <summary>Attempts to find the first reply.</summary>
    /// <param name="received">The bytes that were received after the reply before. The next call begins at the same place, unless this
    /// one returns <see langword="true"/>.</param>
    /// <param name="reply">The bytes of the reply.</param>
    /// <returns><see langword="false"/> if more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">The bytes can never become a reply, or not one within the limits.</exception>
    public bool TryFind(ReadOnlySequence<byte> received, out ReadOnlySequence<byte> reply)
    {
        var reader = new SequenceReader<byte>(received);
        reader.Advance(_offset);
        while (!IsWhole && TrySkip(ref reader, out int items))
        {
            Count(items);
            _offset = reader.Consumed;
            Require(_offset <= MaxReply, "A reply is too long.");
        }

        reply = default;
        if (!IsWhole)
        {
            Require(received.Length <= MaxReply, "A reply is too long.");
            return false;
        }

        reply = received.Slice(0, _offset);
        (_offset, _items, _missing[0]) = (0, 0, 1);
        return true;
    }

    public static void Require([DoesNotReturnIf(false)] bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    /// <summary>Counts a part that was skipped, and refuses an array as soon as its length has arrived.</summary>
    private void Count(int items)
    {
        _missing[_depth]--;
        if (items != NoArray)
        {
            Require(_depth < MaxDepth, "Arrays are nested too deeply.");
            Require(items <= MaxItems - _items, "A reply has too many items.");
            _items += items;
            _missing[++_depth] = items;
        }

        while (_depth > 0 && _missing[_depth] == 0)
            _depth--;
    }

    /// <summary>Skips one part. The items of an array are further parts.</summary>
    private static bool TrySkip(ref SequenceReader<byte> reader, out int items)
    {
        long start = reader.Consumed;
        items = NoArray;
        if (reader.TryRead(out byte type) && TrySkipContent(ref reader, (RespType)type, ref items))
            return true;

        reader.Rewind(reader.Consumed - start);
        return false;
    }

    private static bool TrySkipContent(ref SequenceReader<byte> reader, RespType type, ref int items)
    {
        switch (type)
        {
            case RespType.Simple or RespType.Error:
                bool isWhole = reader.TryReadTo(out ReadOnlySequence<byte> line, "\r\n"u8);
                Require((isWhole ? line.Length : reader.Remaining) <= MaxLine, "A line is too long.");
                return isWhole;

            case RespType.Integer:
                return reader.TryReadAsciiNumber(out long _, "\r\n"u8);

            case RespType.Bulk:
                if (!reader.TryReadAsciiNumber(out long length, "\r\n"u8))
                    return false;

                Require(length is >= -1 and <= MaxBulk, "The length of a string is out of range.");
                if (length < 0)
                    return true;

                if (reader.Remaining < length + 2)
                    return false;

                reader.Advance(length);
                Require(reader.IsNext("\r\n"u8, advancePast: true), "A string does not end where its length says.");
                return true;

            case RespType.Array:
                if (!reader.TryReadAsciiNumber(out long count, "\r\n"u8))
                    return false;

                Require(count is >= -1 and <= MaxItems, "The length of an array is out of range.");
                items = (int)count; // -1 is a null array, which has no items either
                return true;

            default:
                throw new InvalidDataException($"A reply begins with the byte {(byte)type:X2}.");
        }
    }
}
