using System.Buffers;
using Pooling.Buffers;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;

namespace WebSockets.Protocol.Sending;

/// <summary>Encodes unmasked frames, as servers send them. Header and payload are in one piece, which any number of connections may
/// send.</summary>
/// <remarks>One thread at a time.</remarks>
/// <param name="memory">The memory for frames.</param>
public sealed class FrameEncoder(WebSocketMemory memory) : IDisposable
{
    private static readonly BufferWriterOptions s_options = new() { InitialCapacity = 0, MaxCapacity = Array.MaxLength };

    private readonly PooledArrayBufferWriter<byte> _writer = new(s_options, memory.Frames);

    /// <summary>Encodes a message in one frame.</summary>
    /// <param name="payload">The payload, which is copied once.</param>
    /// <param name="isText">Whether the payload is text.</param>
    /// <returns>The first share.</returns>
    public SharedBuffer Encode(in ReadOnlySequence<byte> payload, bool isText)
    {
        var header = new FrameHeader { Opcode = isText ? Opcode.Text : Opcode.Binary, IsFinal = true, Length = payload.Length };
        int size = checked(header.Size + (int)payload.Length);
        Span<byte> frame = _writer.GetSpan(size);
        payload.CopyTo(frame[header.Write(frame)..]);
        _writer.Advance(size);
        return _writer.DetachShared();
    }

    /// <summary>Encodes a control frame. Any thread.</summary>
    /// <param name="opcode">Close, ping or pong.</param>
    /// <param name="payload">The payload of at most <see cref="FrameHeader.MaxControlLength"/> bytes, which is copied.</param>
    /// <param name="memory">The memory for the frame.</param>
    /// <returns>The only share.</returns>
    public static SharedBuffer EncodeControl(Opcode opcode, ReadOnlySpan<byte> payload, WebSocketMemory memory)
    {
        ArgumentNullException.ThrowIfNull(memory);

        Span<byte> frame = stackalloc byte[FrameHeader.MaxSize + FrameHeader.MaxControlLength];
        int size = new FrameHeader { Opcode = opcode, IsFinal = true, Length = payload.Length }.Write(frame);
        payload.CopyTo(frame[size..]);
        return SharedBuffer.Create(frame[..(size + payload.Length)], memory.Frames);
    }

    /// <summary>Encodes a close frame. Any thread.</summary>
    /// <param name="code">The code; <see cref="CloseCode.None"/> for an empty frame.</param>
    /// <param name="reason">The reason. It is truncated if it does not fit.</param>
    /// <param name="memory">The memory for the frame.</param>
    /// <returns>The only share.</returns>
    public static SharedBuffer EncodeClose(int code, string reason, WebSocketMemory memory)
    {
        Span<byte> payload = stackalloc byte[FrameHeader.MaxControlLength];
        return EncodeControl(Opcode.Close, payload[..ClosePayload.Write(payload, code, reason)], memory);
    }

    public void Dispose() => _writer.Dispose();
}
