using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;

namespace WebSockets.Protocol.Messages;

/// <summary>The receiving half of a connection, independent of the source of bytes. It reads messages and control frames, which are
/// unmasked and checked in the receive buffer.</summary>
/// <remarks>
/// <para>Receive into <see cref="GetMemory"/>, report the number of bytes with <see cref="Advance"/>, then call <see cref="Read"/> until it
/// needs more. A result is valid until the next call of either.</para>
/// <para>A message that fits is stored in the receive buffer, in one piece; its fragments are moved together. A longer message is received
/// directly into the chunks of a rented writer, which grow as its bytes arrive, not by the length in its header. A compressed message is
/// received in the same way, and inflated into another writer when it is complete.</para>
/// <para>One thread at a time.</para>
/// </remarks>
public sealed partial class MessageReader : IDisposable
{
    private readonly EndpointRole _role;
    private readonly MessageLimits _limits;
    private readonly WebSocketMemory _memory;
    private readonly MemoryBudget _budget;
    private readonly MessageInflater? _inflater;
    private byte[] _buffer; // received part of the message, gap, unread bytes
    private int _messageStart;
    private int _messageLength; // of the message in the buffer; 0 if it is in the writer
    private int _start; // of the unread bytes
    private int _end;
    private PooledLease<SegmentedBufferWriter> _lease;
    private SegmentedBufferWriter? _writer; // for a message that is too long for the buffer
    private long _charged; // to the budget, for the message
    private Memory<byte> _direct; // the memory of the writer that was returned for receiving; empty if it was the buffer
    private int _directCount;
    private Utf8Check _utf8;
    private FrameHeader _frame;
    private long _remaining; // of the payload of the frame
    private uint _mask; // for its next byte
    private long _length; // of the message, with the lengths of all its frames
    private int _fragments;
    private bool _isInFrame;
    private bool _isCompressed; // the message
    private bool _isInMessage; // a frame of it was read, but not its last one
    private bool _isShown; // the last result is a message
    private bool _isAnnounced; // a message is complete, but not inflated
    private bool _hasEnded;

    /// <param name="role">The end that receives.</param>
    /// <param name="limits">The limits for messages.</param>
    /// <param name="memory">The memory for messages.</param>
    /// <param name="budget">The budget for long messages; <see langword="null"/> for the budget of the memory.</param>
    /// <param name="inflater">Inflates compressed messages, and is disposed with the reader; <see langword="null"/> if compression was not
    /// negotiated.</param>
    public MessageReader(
        EndpointRole role, MessageLimits limits, WebSocketMemory memory, MemoryBudget? budget = null, MessageInflater? inflater = null)
    {
        ArgumentNullException.ThrowIfNull(limits);
        ArgumentNullException.ThrowIfNull(memory);
        ArgumentOutOfRangeException.ThrowIfLessThan(limits.ReceiveBuffer, MinBuffer);

        _role = role;
        _limits = limits;
        _memory = memory;
        _budget = budget ?? memory.Receiving;
        _inflater = inflater;
        _buffer = memory.Arrays.Rent(limits.ReceiveBuffer);
    }

    /// <summary>Gets whether the message is text.</summary>
    public bool IsText { get; private set; }

    /// <summary>Gets the message.</summary>
    public ReadOnlySequence<byte> Message => _writer is null
        ? new ReadOnlySequence<byte>(_buffer, _messageStart, _messageLength)
        : _writer.WrittenSequence;

    /// <summary>Gets the payload of the ping or pong.</summary>
    public ReadOnlySpan<byte> ControlPayload => _buffer.AsSpan(_start - (int)_frame.Length, (int)_frame.Length);

    /// <summary>Gets the code of the close frame; <see cref="CloseCode.None"/> if it has none.</summary>
    public int ClosedCode { get; private set; } = CloseCode.None;

    /// <summary>Gets the reason in the close frame.</summary>
    public string ClosedReason { get; private set; } = "";

    /// <summary>Gets the violation of the protocol.</summary>
    public Violation Violation { get; private set; }

    /// <summary>Gets whether a close frame was received, even an invalid one.</summary>
    public bool HasClose { get; private set; }

    /// <summary>Gets the received bytes that were not read.</summary>
    public ReadOnlySpan<byte> Rest => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Gets the number of missing bytes of the frame that is being read, before <see cref="Rest"/>.</summary>
    public long MissingOfFrame => _isInFrame ? _remaining : 0;

    /// <summary>Returns the memory to receive into. It is not empty.</summary>
    public Memory<byte> GetMemory()
    {
        EndShown();
        if (_writer is not null && _isInFrame && !_frame.IsControl && _start == _end && _remaining >= MinDirect)
        {
            Memory<byte> memory = _writer.GetMemory();
            return _direct = memory[..(int)Math.Min(memory.Length, _remaining)];
        }

        MakeRoom();
        return _buffer.AsMemory(_end);
    }

    /// <summary>Reports the number of received bytes.</summary>
    public void Advance(int count)
    {
        if (_direct.IsEmpty)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _end));
            _end += count;
        }
        else
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)_direct.Length);
            _directCount = count;
        }
    }

    /// <summary>Reads the next message or control frame.</summary>
    public ReadResult Read()
    {
        EndShown();
        if (_isAnnounced)
            return EndMessage();

        while (!_hasEnded)
        {
            if (!_isInFrame && !TryBeginFrame())
                break;

            if (_frame.IsControl)
                return _end - _start < _remaining ? ReadResult.NeedsMore : ReadControl();

            if (!TryTakePayload())
                break;

            if (_remaining > 0)
                return ReadResult.NeedsMore;

            _isInFrame = false;
            if (_frame.IsFinal)
                return EndMessage();
        }

        return _hasEnded ? ReadResult.Failed : ReadResult.NeedsMore;
    }

    /// <summary>Returns all memory.</summary>
    public void Dispose()
    {
        _hasEnded = true;
        _isAnnounced = false;
        EndMessageMemory();
        _inflater?.Dispose();
        if (_buffer.Length > 0)
            _memory.Arrays.Return(_buffer);

        _buffer = [];
        _start = _end = 0;
    }

    private ReadResult EndMessage()
    {
        _isInMessage = false;
        if (_isCompressed && !_isAnnounced && _inflater!.IsAnnounced)
        {
            _isAnnounced = true;
            return ReadResult.CompressedMessage;
        }

        _isAnnounced = false;
        if (_isCompressed ? !TryInflate() : IsText && !_utf8.IsComplete && !Fail(CloseCode.InvalidData, NoUtf8))
            return ReadResult.Failed;

        _isShown = true;
        return ReadResult.Message;
    }

    private ReadResult ReadControl()
    {
        Span<byte> payload = _buffer.AsSpan(_start, (int)_remaining);
        Masking.Apply(payload, _mask);
        _start += payload.Length;
        _remaining = 0;
        _isInFrame = false;
        return _frame.Opcode switch
        {
            Opcode.Ping => ReadResult.Ping,
            Opcode.Pong => ReadResult.Pong,
            _ => ReadClose(payload),
        };
    }

    private ReadResult ReadClose(ReadOnlySpan<byte> payload)
    {
        _hasEnded = true;
        HasClose = true;
        if (ClosePayload.Read(payload, out int code, out ReadOnlySpan<byte> reason) is { } violation)
        {
            Violation = violation;
            return ReadResult.Failed;
        }

        ClosedCode = code;
        ClosedReason = ClosePayload.TextOf(reason);
        return ReadResult.Close;
    }

    private void EndShown()
    {
        if (_isShown)
        {
            _isShown = false;
            EndMessageMemory();
        }
    }

    private bool Fail(int code, string reason)
    {
        Violation = new Violation(code, reason);
        _hasEnded = true;
        return false;
    }
}
