using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Protocol.Frames;

namespace WebSockets.Protocol.Messages;

/// <content>The payload of messages, and its memory.</content>
/// <remarks>Invariant: 0 &lt;= message start &lt;= message end &lt;= start of unread bytes &lt;= end of unread bytes &lt;= length of the
/// buffer. A message in the buffer, with the length in the header of its current frame, leaves at least <see cref="MinFree"/> bytes
/// free.</remarks>
public sealed partial class MessageReader
{
    private const int MinBuffer = 1024;
    private const int MinFree = 512; // for the longest control frame, and for reads of a reasonable size
    private const int MinDirect = 512; // a shorter end of a frame is received together with the next data

    internal const string NoUtf8 = "Text is not valid UTF-8.";
    internal static readonly Violation NoMemory = new(CloseCode.TryAgainLater, "Too much data is being received.");

    /// <summary>Takes the available payload of a message.</summary>
    private bool TryTakePayload()
    {
        if (!_direct.IsEmpty)
            return TryTakeDirect();

        int count = (int)Math.Min(_end - _start, _remaining);
        if (count == 0)
            return true;

        Span<byte> piece = _buffer.AsSpan(_start, count);
        int start = _start;
        _start += count;
        if (!TryUnmask(piece))
            return false;

        if (_writer is not null)
        {
            if (!TryCharge(count))
                return FailForMemory();

            _writer.Write(piece);
        }
        else if (_messageLength == 0)
        {
            _messageStart = start;
            _messageLength = count;
        }
        else
        {
            piece.CopyTo(_buffer.AsSpan(_messageStart + _messageLength)); // over the header between them, if there is one
            _messageLength += count;
        }

        return true;
    }

    /// <summary>Commits the received bytes to the writer.</summary>
    private bool TryTakeDirect()
    {
        Span<byte> piece = _direct.Span[.._directCount];
        _direct = default;
        _directCount = 0;
        if (!TryUnmask(piece))
            return false;

        if (!TryCharge(piece.Length))
            return FailForMemory();

        _writer!.Advance(piece.Length);
        return true;
    }

    private bool TryUnmask(Span<byte> piece)
    {
        Masking.Apply(piece, _mask);
        _mask = Masking.Advance(_mask, piece.Length);
        _remaining -= piece.Length;
        return !IsText || _isCompressed || _utf8.TryAdd(piece) || Fail(CloseCode.InvalidData, NoUtf8);
    }

    private bool TryMoveToWriter()
    {
        if (!TryCharge(_messageLength))
            return FailForMemory();

        _lease = _memory.RentMessage();
        _writer = _lease.Value;
        _writer.Write(_buffer.AsSpan(_messageStart, _messageLength));
        _messageLength = 0;
        return true;
    }

    /// <summary>Takes bytes from the budget before memory grows for them, which may fail.</summary>
    private bool TryCharge(long bytes)
    {
        if (!_budget.TryTake(bytes))
            return false;

        _charged += bytes;
        return true;
    }

    private bool FailForMemory() => Fail(NoMemory.Code, NoMemory.Reason);

    /// <summary>Moves the held bytes to the front, if there is little room after them.</summary>
    private void MakeRoom()
    {
        if (_start == _end && _messageLength == 0)
            _start = _end = 0;

        if (_buffer.Length - _end >= MinFree)
            return;

        _buffer.AsSpan(_messageStart, _messageLength).CopyTo(_buffer);
        _messageStart = 0;
        int rest = _end - _start;
        _buffer.AsSpan(_start, rest).CopyTo(_buffer.AsSpan(_messageLength));
        _start = _messageLength;
        _end = _start + rest;
    }

    /// <summary>Inflates the message into a separate writer, and releases the compressed bytes.</summary>
    private bool TryInflate()
    {
        PooledLease<SegmentedBufferWriter> lease = _memory.RentMessage();
        Violation? violation;
        try
        {
            violation = _inflater!.Inflate(Message, IsText, lease.Value, _limits, _budget);
        }
        catch
        {
            _budget.Give(lease.Value.WrittenCount);
            lease.Dispose();
            throw;
        }

        EndMessageMemory();
        _lease = lease;
        _writer = lease.Value;
        _charged = _writer.WrittenCount;
        return violation is not { } wrong || Fail(wrong.Code, wrong.Reason);
    }

    private void EndMessageMemory()
    {
        _messageLength = 0;
        _budget.Give(_charged);
        _charged = 0;
        if (_writer is null)
            return;

        _writer = null;
        _lease.Dispose();
        _lease = default;
    }
}
