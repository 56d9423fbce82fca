using System.Buffers;
using System.IO.Compression;
using Pooling.Buffers;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;

namespace WebSockets.Protocol.Compression;

/// <summary>Inflates the messages of one connection, within limits that are checked before memory grows.</summary>
/// <remarks>
/// <para>A deflate stream of .NET cannot be reset. Without a context there is a stream for each message, which takes 216 bytes of managed
/// memory. An inflater that is used for several connections would reveal data of the first to the second. With a context the stream is
/// kept, and nothing is allocated.</para>
/// <para>One thread at a time.</para>
/// </remarks>
/// <param name="keepsContext">Whether messages may refer to earlier ones.</param>
/// <param name="isAnnounced">Whether the reader reports a message before it inflates it.</param>
public sealed class MessageInflater(bool keepsContext, bool isAnnounced = false) : IDisposable
{
    // Senders omit the end of an empty block (RFC 7692, 7.2.1). The second tail adds a final block. An inflater that still requests more
    // data was in the middle of a block.
    private static readonly ReadOnlyMemory<byte> s_lastTail = new byte[] { 0x00, 0x00, 0xFF, 0xFF, 0x01, 0x00, 0x00, 0xFF, 0xFF };
    private static readonly ReadOnlyMemory<byte> s_tail = s_lastTail[..4];

    private readonly InflateSource _source = new();
    private DeflateStream? _stream; // without a context only while a message is inflated

    /// <summary>Gets whether the reader reports a message before it inflates it.</summary>
    public bool IsAnnounced => isAnnounced;

    /// <summary>Inflates a message.</summary>
    /// <param name="message">The received bytes, without the end that senders omit.</param>
    /// <param name="isText">Whether the message must be UTF-8.</param>
    /// <param name="target">The destination.</param>
    /// <param name="limits">The limits of the message.</param>
    /// <param name="budget">The budget that is reduced by the inflated bytes as they are written.</param>
    /// <returns>The violation, if there is one. In this case, the target may contain a part of the message, which the budget
    /// includes.</returns>
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
            int count = _stream!.Read(room.Length > left ? room[..((int)left + 1)] : room); // one more byte: the message is too long
            if (count == 0 && !_source.WasAsked)
            {
                Dispose(); // the previous message contained the last block of its stream
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
