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
    public const int MaxItems = 1 << 16; // of one array

    private long _offset; // of the first part that was not skipped
    private long _left = 1; // parts of the reply

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
        while (_left > 0 && TrySkip(ref reader, out int parts))
        {
            _left += parts - 1;
            _offset = reader.Consumed;
        }

        Require(_offset <= MaxReply && (_left == 0 || received.Length <= MaxReply), "A reply is too long.");
        reply = default;
        if (_left > 0)
            return false;

        reply = received.Slice(0, _offset);
        (_offset, _left) = (0, 1);
        return true;
    }

    public static void Require([DoesNotReturnIf(false)] bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    /// <summary>Skips one part. The items of an array are further parts.</summary>
    private static bool TrySkip(ref SequenceReader<byte> reader, out int parts)
    {
        long start = reader.Consumed;
        parts = 0;
        if (reader.TryRead(out byte type) && TrySkipContent(ref reader, (RespType)type, ref parts))
            return true;

        reader.Rewind(reader.Consumed - start);
        return false;
    }

    private static bool TrySkipContent(ref SequenceReader<byte> reader, RespType type, ref int parts)
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
                parts = (int)Math.Max(count, 0);
                return true;

            default:
                throw new InvalidDataException($"A reply begins with the byte {(byte)type:X2}.");
        }
    }
}
