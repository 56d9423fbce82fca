using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Handshakes;
using WebSockets.Protocol.Messages;
using static Pooling.WebSockets.Protocol.FrameBytes;
using WireOpcode = WebSockets.Protocol.Frames.Opcode;

namespace Pooling.WebSockets.Protocol;

public sealed class FrameTests
{
    [Fact]
    public void Apply_AtEachLengthAndPlace_IsThatOfEachByte()
    {
        byte[] key = [1, 0x80, 0xFF, 7];
        uint mask = BitConverter.ToUInt32(key);
        for (int length = 0; length < 300; length++)
        {
            byte[] payload = [.. Enumerable.Range(0, length).Select(static i => (byte)(i * 31))];
            byte[] expected = [.. payload.Select((value, i) => (byte)(value ^ key[i % 4]))];
            int place = length * 2 / 3;

            Masking.Apply(payload.AsSpan(0, place), mask);
            Masking.Apply(payload.AsSpan(place), Masking.Advance(mask, place));

            Assert.Equal(expected, payload);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(125)]
    [InlineData(126)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    public void Write_OfAHeader_IsItsShortestForm(int length)
    {
        byte[] expected = Frame(Binary, new byte[length], isMasked: false);
        var header = new FrameHeader { Opcode = WireOpcode.Binary, IsFinal = true, Length = length };
        byte[] written = new byte[FrameHeader.MaxSize];

        Assert.Equal(expected.Length - length, header.Write(written));
        Assert.Equal(expected[..header.Size], written[..header.Size]);
        Assert.True(FrameHeader.TryRead(written, out FrameHeader read, out int size));
        Assert.Equal((header, header.Size), (read, size));
    }

    [Theory]
    [InlineData(CloseCode.None, "ignored", 0)]
    [InlineData(1000, "", 2)]
    [InlineData(1000, "enough", 8)]
    public void Write_OfAClosePayload_IsCodeAndReason(int code, string reason, int length)
    {
        byte[] payload = new byte[FrameHeader.MaxControlLength];

        Assert.Equal(length, ClosePayload.Write(payload, code, reason));
        Assert.Null(ClosePayload.Read(payload.AsSpan(0, length), out int readCode, out ReadOnlySpan<byte> readReason));
        Assert.Equal((code, code == CloseCode.None ? "" : reason), (readCode, ClosePayload.TextOf(readReason)));
    }

    [Fact]
    public void Write_OfAReasonThatIsTooLong_EndsAtACodePoint()
    {
        byte[] payload = new byte[FrameHeader.MaxControlLength];

        int length = ClosePayload.Write(payload, 1000, new string('€', 60)); // of three bytes

        Assert.Equal(2 + (ClosePayload.MaxReasonLength / 3 * 3), length);
    }

    [Fact]
    public void Accept_OfTheKeyInTheStandard_IsItsAnswer() =>
        Assert.Equal("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", WebSocketKey.Accept("dGhlIHNhbXBsZSBub25jZQ=="));

    [Fact]
    public void Create_OfAKey_IsOneThatIsValid() => Assert.True(WebSocketKey.IsValid(WebSocketKey.Create()));

    [Fact]
    public void FindClose_BehindAnything_FindsTheCloseFrame()
    {
        byte[] skipped = new byte[70_000];
        byte[] bytes = Join(new byte[33], Frame(Binary, skipped), Frame(3, [1, 2]), TextFrame("x", false), CloseFrame(1002, "bad"));
        foreach (int chop in new[] { 1, 2, 100, 100_000 })
        {
            var skipper = new FrameSkipper(33);
            int fed = 0;
            foreach (byte[] part in bytes.Chunk(chop))
            {
                fed += part.Length;
                if (skipper.FindClose(part))
                    break;

                Assert.True(fed < bytes.Length);
            }

            Assert.Equal(bytes.Length, fed);
        }
    }
}
