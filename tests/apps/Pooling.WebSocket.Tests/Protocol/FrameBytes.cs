using System.Buffers.Binary;
using System.Text;

namespace Pooling.WebSockets.Protocol;

/// <summary>Creates valid and invalid frames as bytes, with code that is independent of the sample.</summary>
internal static class FrameBytes
{
    public const int Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10;

    private static readonly byte[] s_key = [0x37, 0xFA, 0x21, 0x3D];

    /// <param name="opcode">The opcode in the first byte.</param>
    /// <param name="payload">The payload, before it is masked.</param>
    /// <param name="isFinal">Whether FIN is set.</param>
    /// <param name="reserved">RSV1 to RSV3 as a number.</param>
    /// <param name="isMasked">Whether the frame is masked, like those of a client.</param>
    /// <param name="lengthSize">The number of bytes of the long form of the length: 0, 2 or 8; negative for the shortest form.</param>
    public static byte[] Frame(
        int opcode, byte[] payload, bool isFinal = true, int reserved = 0, bool isMasked = true, int lengthSize = -1)
    {
        if (lengthSize < 0)
            lengthSize = payload.Length < 126 ? 0 : payload.Length < 65_536 ? 2 : 8;

        byte[] length = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(length, payload.Length);
        int length7 = lengthSize switch { 0 => payload.Length, 2 => 126, _ => 127 };
        return
        [
            (byte)((isFinal ? 0x80 : 0) | (reserved << 4) | opcode),
            (byte)((isMasked ? 0x80 : 0) | length7),
            .. length[(8 - lengthSize)..],
            .. isMasked ? s_key : [],
            .. isMasked ? payload.Select((value, i) => (byte)(value ^ s_key[i % 4])) : payload,
        ];
    }

    public static byte[] TextFrame(string text, bool isFinal = true) => Frame(Text, Encoding.UTF8.GetBytes(text), isFinal);

    public static byte[] More(string text, bool isFinal) => Frame(Continuation, Encoding.UTF8.GetBytes(text), isFinal);

    public static byte[] PingFrame(string text) => Frame(Ping, Encoding.UTF8.GetBytes(text));

    public static byte[] CloseFrame(int code, string reason = "") => Frame(Close, [.. CodeBytes(code), .. Encoding.UTF8.GetBytes(reason)]);

    public static byte[] CodeBytes(int code) => [(byte)(code >> 8), (byte)code];

    public static byte[] Join(params byte[][] parts) => [.. parts.SelectMany(static part => part)];
}
