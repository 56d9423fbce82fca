using System.Buffers;
using System.IO.Compression;
using Pooling.Buffers;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;

namespace WebSockets.Protocol.Compression;

/// <summary>Inflates the messages of one connection, within limits that are looked at before memory grows.</summary>
/// <remarks>
/// <para>A deflate stream of .NET cannot be reset. Without a context there is one for each message, which is 216 bytes of managed memory:
/// an inflater that went from one connection to another would show the second what it has of the first. With a context it stays, and
/// nothing is allocated.</para>
/// <para>One thread at a time.</para>
/// </remarks>
/// <param name="keepsContext">Whether messages may refer to those before.</param>
/// <param name="isAnnounced">Whether the reader says that a message is there before it inflates it.</param>
public sealed class MessageInflater(bool keepsContext, bool isAnnounced = false) : IDisposable
{
    // What senders leave out is the end of an empty block (RFC 7692, 7.2.1). Behind it one more, which is the last: an inflater that
    // asks for more all the same was in the middle of something.
    private static readonly ReadOnlyMemory<byte> s_lastTail = new byte[] { 0x00, 0x00, 0xFF, 0xFF, 0x01, 0x00, 0x00, 0xFF, 0xFF };
    private static readonly ReadOnlyMemory<byte> s_tail = s_lastTail[..4];

    private readonly InflateSource _source = new();
    private DeflateStream? _stream; // without a context only while a message is inflated

    /// <summary>Whether the reader says that a message is there before it inflates it.</summary>
    public bool IsAnnounced => isAnnounced;

    /// <summary>Inflates a message.</summary>
    /// <param name="message">What came, without the end that senders leave out.</param>
    /// <param name="isText">Whether it must be UTF-8.</param>
    /// <param name="target">Where to.</param>
    /// <param name="limits">What is accepted.</param>
    /// <param name="budget">What the bytes are charged to, as they come.</param>
    /// <returns>What is wrong with it, if anything. The target may have a part of it then, which is charged.</returns>
    public Violation? Inflate(
        in ReadOnlySequence<byte> message, bool isText, SegmentedBufferWriter target, MessageLimits limits, MemoryBudget budget)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(limits);
        ArgumentNullException.ThrowIfNull(budget);

        try
        {
            return InflateAll(message, isText, target, limits, budget);
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException)
        {
            return new Violation(CloseCode.InvalidData, "A message cannot be decompressed.");
        }
        finally
        {
            _source.End();
            if (!keepsContext)
                Dispose();
        }
    }

    public void Dispose()
    {
        _stream?.Dispose();
        _stream = null;
    }

    private Violation? InflateAll(
        in ReadOnlySequence<byte> message, bool isText, SegmentedBufferWriter target, MessageLimits limits, MemoryBudget budget)
    {
        var utf8 = default(Utf8Check);
        Begin(message);
        while (true)
        {
            Span<byte> room = target.GetSpan();
            long left = limits.MaxMessage - target.WrittenCount;
            int count = _stream!.Read(room.Length > left ? room[..((int)left + 1)] : room); // the one too many tells that it is too long
            if (count == 0 && !_source.WasAsked)
            {
                Dispose(); // the message before said that it was the last of its stream
                Begin(message);
                continue;
            }

            if (count == 0)
                break;

            if (target.WrittenCount + count > limits.MaxMessage)
                return new Violation(CloseCode.MessageTooBig, "A message is too long after decompression.");

            if (isText && !utf8.TryAdd(room[..count]))
                return new Violation(CloseCode.InvalidData, MessageReader.NoUtf8);

            if (!budget.TryTake(count))
                return MessageReader.NoMemory;

            target.Advance(count);
        }

        if (!keepsContext && _source.WasAskedForMore)
            return new Violation(CloseCode.InvalidData, "The compressed data of a message is incomplete.");

        return !isText || utf8.IsComplete ? null : new Violation(CloseCode.InvalidData, MessageReader.NoUtf8);
    }

    private void Begin(in ReadOnlySequence<byte> message)
    {
        _source.Begin(message, keepsContext ? s_tail : s_lastTail);
        _stream ??= new DeflateStream(_source, CompressionMode.Decompress, leaveOpen: true);
    }
}
