using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Protocol;

public sealed class MessageReaderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(997)]
    [InlineData(4096)]
    [InlineData(int.MaxValue)]
    public void Read_OfEachCase_IsTheSameInAllChops(int chop)
    {
        foreach ((string id, byte[] bytes, string[] events) in FramingCases.All())
            AssertEvents($"{id} by {chop}", events, ReaderRun.Of(bytes, chop).Events);
    }

    [Fact]
    public void Read_OfManyMessagesInOnePiece_IsAllOfThem()
    {
        var random = new Random(5);
        byte[][] payloads = [.. Enumerable.Range(0, 300).Select(_ => RandomBytes(random, random.Next(0, 9000)))];
        byte[] bytes = Join([.. payloads.Select(static payload => Frame(Binary, payload))]);
        string[] events = [.. payloads.Select(static payload => $"binary {ReaderRun.Tell(payload)}")];

        foreach (int chop in new[] { 1000, 4096, 10_007 })
            AssertEvents($"by {chop}", events, ReaderRun.Of(bytes, chop).Events);
    }

    [Fact]
    public void Read_OfFragmentsAroundTheBuffer_IsTheMessage()
    {
        var random = new Random(6);
        for (int length = 3000; length < 5000; length += 37)
        {
            byte[] payload = RandomBytes(random, length);
            byte[][] frames =
            [
                .. payload.Chunk(random.Next(1, 900)).Select((part, i) => Frame(i == 0 ? Binary : Continuation, part, isFinal: false)),
                PingFrame("between"),
                Frame(Continuation, [], isFinal: true),
                TextFrame("next"),
            ];
            foreach (int chop in new[] { 1, 100, 4096 })
            {
                AssertEvents($"{length} by {chop}", ["ping between", $"binary {ReaderRun.Tell(payload)}", "text next"],
                    ReaderRun.Of(Join(frames), chop).Events);
            }
        }
    }

    [Fact]
    public void Read_OfAnUnmaskedFrame_FailsByItsSecondByte() =>
        Assert.Equal(2, ReaderRun.Of(Frame(Text, "Hello"u8.ToArray(), isMasked: false), 1).Fed);

    [Fact]
    public void Read_OfAReservedBit_FailsByItsFirstByte() => Assert.Equal(1, ReaderRun.Of(Frame(Text, [65], reserved: 4), 1).Fed);

    [Fact]
    public void Read_OfAClient_TakesUnmaskedFramesOnly()
    {
        Assert.Equal(["text A"], ReaderRun.Of(Frame(Text, [65], isMasked: false), 1, role: EndpointRole.Client).Events);
        Assert.Equal(["fail 1002"], ReaderRun.Of(Frame(Text, [65]), 1, role: EndpointRole.Client).Events);
    }

    [Fact]
    public void Read_OfWhatIsBeyondALimit_FailsByTheHeader()
    {
        var limits = new MessageLimits { MaxMessage = 10_000, MaxFrame = 8_000, MaxFragments = 4 };

        Assert.Equal(["fail 1009"], Limited(Frame(Binary, new byte[8_001])));
        Assert.Equal(["fail 1009"], Limited(Join(Frame(Binary, new byte[8_000], false), Frame(Continuation, new byte[2_001]))));
        Assert.Equal($"binary {ReaderRun.Tell(new byte[10_000])}",
            Limited(Join(Frame(Binary, new byte[8_000], false), Frame(Continuation, new byte[2_000])))[0]);
        byte[] empty = Frame(Continuation, [], false);
        Assert.Equal(["fail 1008"], Limited(Join(Frame(Binary, [], false), empty, empty, empty, empty)));

        List<string> Limited(byte[] bytes) => ReaderRun.Of(bytes, 1000, limits).Events;
    }

    [Fact]
    public void Read_OfMoreThanTheBudget_FailsAndGivesBack()
    {
        using var memory = new WebSocketMemory(maxReceiving: 50_000);
        using var first = new MessageReader(EndpointRole.Server, new MessageLimits(), memory);
        using var second = new MessageReader(EndpointRole.Server, new MessageLimits(), memory);
        byte[] frame = Frame(Binary, new byte[40_000]);

        Assert.Equal(ReadResult.NeedsMore, Feed(first, frame.AsSpan(0, 39_000)));
        Assert.Equal(ReadResult.Failed, Feed(second, frame));
        Assert.Equal(CloseCode.TryAgainLater, second.Violation.Code);

        second.Dispose();
        Assert.Equal(ReadResult.Message, Feed(first, frame.AsSpan(39_000)));
        first.Dispose();
        Assert.Equal((0, 0), (memory.Receiving.Used, memory.Outstanding));
    }

    [Fact]
    public void Read_OfAMessageThatIsClaimedOnly_TakesNoMemory()
    {
        using var memory = new WebSocketMemory();
        using var reader = new MessageReader(EndpointRole.Server, new MessageLimits(), memory);

        Feed(reader, [0x82, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 1, 2, 3, 4]); // 1 MB

        Assert.Equal(0, memory.Receiving.Used);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Read_AtSteadyState_AllocatesNothing()
    {
        using var memory = new WebSocketMemory();
        using var reader = new MessageReader(EndpointRole.Server, new MessageLimits(), memory);
        byte[] frames = Join(TextFrame("Hello"), Frame(Binary, new byte[3_000]), Frame(Binary, new byte[100_000]),
            TextFrame("one", false), PingFrame("p"), More("two", true));
        long length = 0;

        AllocationAssert.Zero(() =>
        {
            for (int fed = 0; fed < frames.Length;)
            {
                Memory<byte> target = reader.GetMemory();
                int count = Math.Min(target.Length, frames.Length - fed);
                frames.AsSpan(fed, count).CopyTo(target.Span);
                reader.Advance(count);
                fed += count;
                while (reader.Read() is var result && result != ReadResult.NeedsMore)
                    length += result == ReadResult.Message ? reader.Message.Length : 0;
            }
        });
        Assert.True(length > 0);
    }

    private static ReadResult Feed(MessageReader reader, ReadOnlySpan<byte> bytes)
    {
        var result = ReadResult.NeedsMore;
        while (!bytes.IsEmpty && result == ReadResult.NeedsMore)
        {
            Span<byte> memory = reader.GetMemory().Span;
            int count = Math.Min(memory.Length, bytes.Length);
            bytes[..count].CopyTo(memory);
            reader.Advance(count);
            bytes = bytes[count..];
            result = reader.Read();
        }

        return result;
    }

    private static byte[] RandomBytes(Random random, int length)
    {
        byte[] bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    private static void AssertEvents(string what, IEnumerable<string> expected, IEnumerable<string> actual) =>
        Assert.Equal($"{what}: {string.Join(", ", expected)}", $"{what}: {string.Join(", ", actual)}");
}
