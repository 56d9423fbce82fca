using System.Buffers;
using System.Text;
using WebSockets.Protocol.Frames;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Protocol;

public sealed class Utf8CheckTests
{
    /// <summary>The sequences of group 6, in addition to many random ones.</summary>
    private static readonly byte[][] s_sequences =
    [
        "κόσμε"u8.ToArray(), [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80],
        [0x80], [0xBF],
        [0x80, 0xBF, 0x80], [0xC0, 0x20], [0xE0, 0x20], [0xF0, 0x20], [0xF8, 0x20], [0xC0], [0xE0, 0x80], [0xF0, 0x80, 0x80], [0xDF],
        [0xEF, 0xBF], [0xF7, 0xBF, 0xBF], [0xFE], [0xFF], [0xFE, 0xFE, 0xFF, 0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
        [0xF0, 0x80, 0x80, 0xAF],
        [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xC0, 0x80], [0xED, 0xAF, 0xBF, 0xED, 0xB0, 0x80], [0xED, 0x9F, 0xBF],
        [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF5], [0xE1, 0x80],
        [0xC2, 0x80], [0xE0, 0xA0, 0x80], [0xF1, 0x80, 0x80, 0x80], [0x00], [0x7F], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xEF, 0xBF, 0xBC],
    ];

    [Fact]
    public void TryAdd_OfEachSequenceByteByByte_FailsByTheFirstByteThatCannotBeRight()
    {
        foreach (byte[] sequence in Sequences())
        {
            var check = default(Utf8Check);
            int taken = 0;
            while (taken < sequence.Length && check.TryAdd(sequence.AsSpan(taken, 1)))
                taken++;

            Assert.Equal((Text(sequence), LengthOfWhatMayContinue(sequence)), (Text(sequence), taken));
            if (taken == sequence.Length)
                Assert.Equal((Text(sequence), IsValid(sequence)), (Text(sequence), check.IsComplete));
        }
    }

    [Fact]
    public void TryAdd_InTwoPiecesAtEachPlace_IsTheSame()
    {
        foreach (byte[] sequence in Sequences())
        {
            bool mayContinue = LengthOfWhatMayContinue(sequence) == sequence.Length;
            for (int place = 0; place <= sequence.Length; place++)
            {
                var check = default(Utf8Check);
                bool isTaken = check.TryAdd(sequence.AsSpan(0, place)) && check.TryAdd(sequence.AsSpan(place));

                Assert.Equal((Text(sequence), place, mayContinue), (Text(sequence), place, isTaken));
                Assert.True(!isTaken || check.IsComplete == IsValid(sequence), Text(sequence));
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(1000)]
    public void Read_OfEachSequenceAsText_IsTextOr1007(int chop)
    {
        foreach (byte[] sequence in Sequences())
        {
            string expected = IsValid(sequence) ? $"text {ReaderRun.Tell(sequence)}" : "fail 1007";
            byte[][] fragments = [.. sequence.Select((one, i) => Fragment(one, i == 0, i == sequence.Length - 1))];

            Assert.Equal([expected], ReaderRun.Of(Frame(FrameBytes.Text, sequence), chop).Events);
            Assert.Equal([expected], ReaderRun.Of(Join(fragments), chop).Events);
        }
    }

    [Fact]
    public void Read_OfTextThatIsBrokenInTheMiddle_FailsBeforeTheRest()
    {
        // 6.4: a valid part, then the byte that makes it invalid, then the rest.
        byte[] start = [.. "κόσμε"u8, 0xF4];
        byte[] rest = [0x80, 0x80, 0x65, 0x64, 0x69, 0x74, 0x65, 0x64];
        byte[] frames = Join(Frame(FrameBytes.Text, start, false), Frame(Continuation, [0x90], false), Frame(Continuation, rest));
        byte[] frame = Frame(FrameBytes.Text, [.. start, 0x90, .. rest]);

        Assert.Equal(frames.Length - rest.Length - 6, ReaderRun.Of(frames, 1).Fed);
        Assert.Equal(frame.Length - rest.Length, ReaderRun.Of(frame, 1).Fed);
        byte[] longText = [.. Enumerable.Repeat((byte)'x', 100_000), 0x90, .. Enumerable.Repeat((byte)'x', 100_000)];
        Assert.InRange(ReaderRun.Of(Frame(FrameBytes.Text, longText), 1000).Fed, 100_001, 102_000);
    }

    private static IEnumerable<byte[]> Sequences()
    {
        var random = new Random(64);
        byte[] likely =
        [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ];
        return
        [
            .. s_sequences, .. s_sequences.Select(static one => (byte[])[.. "ab"u8, .. one]),
            .. s_sequences.Select(static one => (byte[])[.. one, .. "ab"u8]),
            .. Enumerable.Range(0, 3000).Select(_ => random.GetItems(likely, random.Next(1, 7))),
        ];
    }

    private static byte[] Fragment(byte one, bool isFirst, bool isLast) =>
        Frame(isFirst ? FrameBytes.Text : Continuation, [one], isLast);

    private static bool IsValid(ReadOnlySpan<byte> sequence)
    {
        try
        {
            new UTF8Encoding(false, throwOnInvalidBytes: true).GetCharCount(sequence);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Returns the number of bytes before the first one that makes the text invalid, whatever follows.</summary>
    private static int LengthOfWhatMayContinue(byte[] sequence) =>
        Enumerable.Range(1, sequence.Length).TakeWhile(length => MayContinue(sequence.AsSpan(0, length))).Count();

    private static bool MayContinue(ReadOnlySpan<byte> prefix)
    {
        while (!prefix.IsEmpty)
        {
            OperationStatus status = Rune.DecodeFromUtf8(prefix, out _, out int consumed);
            if (status != OperationStatus.Done)
                return status == OperationStatus.NeedMoreData;

            prefix = prefix[consumed..];
        }

        return true;
    }

    private static string Text(byte[] sequence) => Convert.ToHexString(sequence);
}
