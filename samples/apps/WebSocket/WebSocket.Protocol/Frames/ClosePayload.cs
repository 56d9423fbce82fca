using System.Buffers.Binary;
using System.Text;
using System.Text.Unicode;

namespace WebSockets.Protocol.Frames;

/// <summary>Reads and writes the payload of a close frame: a code and a reason, or nothing.</summary>
public static class ClosePayload
{
    /// <summary>The maximum number of bytes of a reason.</summary>
    public const int MaxReasonLength = FrameHeader.MaxControlLength - CodeSize;

    private const int CodeSize = sizeof(ushort);

    /// <summary>Reads a payload.</summary>
    /// <param name="payload">The payload, unmasked.</param>
    /// <param name="code">The code; <see cref="CloseCode.None"/> if there is none.</param>
    /// <param name="reason">The reason, as a part of the payload.</param>
    /// <returns>The violation, if there is one.</returns>
    public static Violation? Read(ReadOnlySpan<byte> payload, out int code, out ReadOnlySpan<byte> reason)
    {
        code = CloseCode.None;
        reason = default;
        if (payload.IsEmpty)
            return null;

        if (payload.Length < CodeSize)
            return new Violation(CloseCode.ProtocolError, "A close frame has an incomplete code.");

        code = BinaryPrimitives.ReadUInt16BigEndian(payload);
        if (!CloseCode.IsAllowed(code))
            return new Violation(CloseCode.ProtocolError, "A close frame has an invalid code.");

        reason = payload[CodeSize..];
        return Utf8.IsValid(reason) ? null : new Violation(CloseCode.InvalidData, "The reason of a close frame is not valid UTF-8.");
    }

    /// <summary>Writes a payload.</summary>
    /// <param name="destination">The destination, with room for <see cref="FrameHeader.MaxControlLength"/> bytes.</param>
    /// <param name="code">The code; <see cref="CloseCode.None"/> for an empty payload.</param>
    /// <param name="reason">The reason. It is truncated if it does not fit.</param>
    /// <returns>The number of bytes written.</returns>
    public static int Write(Span<byte> destination, int code, ReadOnlySpan<char> reason)
    {
        if (code == CloseCode.None)
            return 0;

        BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)code);
        Utf8.FromUtf16(reason, destination[CodeSize..FrameHeader.MaxControlLength], out _, out int written);
        return CodeSize + written;
    }

    /// <summary>Returns a reason as text.</summary>
    public static string TextOf(ReadOnlySpan<byte> reason) => reason.IsEmpty ? "" : Encoding.UTF8.GetString(reason);
}
