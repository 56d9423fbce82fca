using WebSockets.Protocol.Frames;

namespace WebSockets.Protocol.Messages;

/// <content>The headers of frames. Each byte is checked as soon as it is received.</content>
public sealed partial class MessageReader
{
    private const int ReservedBits = 0x70;
    private const int CompressedBit = 0x40;
    private const int SpareOfCompressed = 64;

    // Data that cannot be compressed becomes slightly longer, with each flush. The limit itself applies to the inflated data.
    private long MaxCompressed => _limits.MaxMessage > long.MaxValue >> 1
        ? _limits.MaxMessage
        : _limits.MaxMessage + (_limits.MaxMessage >> 6) + SpareOfCompressed;

    /// <summary>Begins a frame, if its header is complete.</summary>
    private bool TryBeginFrame()
    {
        ReadOnlySpan<byte> source = _buffer.AsSpan(_start, _end - _start);
        if (source.IsEmpty || !CheckFirst(source[0]) || source.Length < 2 || !CheckSecond(source[0], source[1]))
            return false;

        if (!FrameHeader.TryRead(source, out FrameHeader header, out int size))
            return false;

        if (header.Length < 0)
            return Fail(CloseCode.ProtocolError, "The highest bit of a frame's length is set.");

        if (size != header.Size)
            return Fail(CloseCode.ProtocolError, "The length of a frame is not in its shortest form.");

        if (!header.IsControl && !TryCount(header))
            return false;

        _start += size;
        _frame = header;
        _remaining = header.Length;
        _mask = header.Mask;
        _isInFrame = true;
        return true;
    }

    private bool CheckFirst(byte first)
    {
        var opcode = (Opcode)(first & 0xF);
        if ((first & ReservedBits) != 0 && !IsCompressed(first))
            return Fail(CloseCode.ProtocolError, "A reserved bit is set that was not negotiated.");

        return opcode switch
        {
            Opcode.Text or Opcode.Binary => !_isInMessage
                || Fail(CloseCode.ProtocolError, "A message starts before the previous one is complete."),
            Opcode.Continuation => _isInMessage || Fail(CloseCode.ProtocolError, "A continuation frame has no message to continue."),
            Opcode.Close or Opcode.Ping or Opcode.Pong => (first & 0x80) != 0
                || Fail(CloseCode.ProtocolError, "A control frame is fragmented."),
            _ => Fail(CloseCode.ProtocolError, "The opcode is reserved."),
        };
    }

    /// <summary>Returns whether a frame starts a compressed message. Only the first frame of a message indicates compression (RFC 7692,
    /// 6).</summary>
    private bool IsCompressed(byte first) => _inflater is not null && (first & ReservedBits) == CompressedBit
        && (Opcode)(first & 0xF) is Opcode.Text or Opcode.Binary;

    private bool CheckSecond(byte first, byte second)
    {
        bool isMasked = (second & 0x80) != 0;
        if (isMasked != (_role == EndpointRole.Server))
        {
            return Fail(CloseCode.ProtocolError,
                isMasked ? "A frame from the server is masked." : "A frame from the client is not masked.");
        }

        return !FrameHeader.IsControlOpcode(first & 0xF) || (second & 0x7F) <= FrameHeader.MaxControlLength
            || Fail(CloseCode.ProtocolError, "A control frame has more than 125 bytes of payload.");
    }

    private bool TryCount(in FrameHeader header)
    {
        if (!_isInMessage)
        {
            IsText = header.Opcode == Opcode.Text;
            _isCompressed = header.Reserved != 0;
            _utf8 = default;
            _length = 0;
            _fragments = 0;
            _messageStart = _start;
        }

        if (header.Length > _limits.MaxFrame)
            return Fail(CloseCode.MessageTooBig, "A frame is too long.");

        if (header.Length > (_isCompressed ? MaxCompressed : _limits.MaxMessage) - _length)
            return Fail(CloseCode.MessageTooBig, "A message is too long.");

        if (++_fragments > _limits.MaxFragments)
            return Fail(CloseCode.PolicyViolation, "A message has too many fragments.");

        _length += header.Length;
        _isInMessage = true;
        return _writer is not null || _length <= _buffer.Length - MinFree || TryMoveToWriter();
    }
}
