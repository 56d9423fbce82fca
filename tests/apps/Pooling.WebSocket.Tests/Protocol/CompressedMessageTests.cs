using System.Buffers;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;
using static Pooling.WebSockets.Protocol.DeflateBytes;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Protocol;

/// <summary>Tests compressed messages in the reader.</summary>
public sealed class CompressedMessageTests
{
    private static readonly byte[] s_short = JsonText(300);
    private static readonly byte[] s_long = JsonText(60_000);

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1000)]
    [InlineData(int.MaxValue)]
    public void Read_OfCompressedMessagesAmongOthers_IsAllOfThem(int chop)
    {
        byte[][] cut = [.. Deflate(s_long).Chunk(700)];
        byte[] bytes = Join(
            Frame(Text, Deflate(s_short), reserved: Compressed),
            TextFrame("plain"),
            Frame(Binary, cut[0], isFinal: false, reserved: Compressed),
            PingFrame("between"),
            Join([.. cut[1..].Select(static part => Frame(Continuation, part, isFinal: false))]),
            Frame(Continuation, [], isFinal: true),
            Frame(Binary, Deflate(s_long), reserved: Compressed),
            Frame(Text, Deflate(s_short), reserved: Compressed),
            CloseFrame(1000));

        string[] expected =
        [
            $"text {ReaderRun.Tell(s_short)}", "text plain", "ping between", $"binary {ReaderRun.Tell(s_long)}",
            $"binary {ReaderRun.Tell(s_long)}", $"text {ReaderRun.Tell(s_short)}", "close 1000",
        ];
        Assert.Equal(expected, ReaderRun.Of(bytes, chop, keepsContext: false).Events);
        Assert.Equal(expected, ReaderRun.Of(bytes, chop, keepsContext: true).Events);
        ReaderRun announcing = ReaderRun.Of(bytes, chop, keepsContext: true, isAnnounced: true);
        Assert.Equal(expected, announcing.Events);
        Assert.Equal(4, announcing.Announced); // all compressed ones
    }

    [Fact]
    public void Read_OfTheBitWhereItMayNotBe_Fails()
    {
        foreach (byte[] bad in new[]
        {
            Frame(Ping, [1], reserved: Compressed), Frame(Pong, [1], reserved: Compressed), Frame(Close, [], reserved: Compressed),
            Frame(Continuation, [1], reserved: Compressed), Frame(Text, [1], reserved: Compressed | 2), Frame(Binary, [1], reserved: 1),
            Frame(Text, [1], reserved: 2), Frame(3, [1], reserved: Compressed),
        })
        {
            Assert.Equal(["fail 1002"], ReaderRun.Of(bad, 1, keepsContext: false).Events);
            byte[] within = Join(Frame(Text, Deflate(s_short)[..20], isFinal: false, reserved: Compressed), bad);
            Assert.Equal(["fail 1002"], ReaderRun.Of(within, int.MaxValue, keepsContext: false).Events);
        }

        Assert.Equal(["fail 1002"], ReaderRun.Of(Frame(Text, Deflate(s_short), reserved: Compressed), 1).Events);
    }

    [Fact]
    public void Read_OfNoiseAtTheLimit_IsTheMessage()
    {
        byte[] noise = new byte[1 << 20];
        new Random(1).NextBytes(noise);
        byte[] deflated = Deflate(noise);
        Assert.True(deflated.Length > noise.Length);

        ReaderRun run = ReaderRun.Of(Frame(Binary, deflated, reserved: Compressed), int.MaxValue, keepsContext: false);

        Assert.Equal([$"binary {ReaderRun.Tell(noise)}"], run.Events);
    }

    [Theory]
    [InlineData("bad data", 1007)]
    [InlineData("cut", 1007)]
    [InlineData("no UTF-8", 1007)]
    [InlineData("too long", 1009)]
    [InlineData("too long as it came", 1009)]
    [InlineData("too long, and short as it came", 1009)]
    public void Read_OfWhatCannotBeInflated_FailsAndGivesAllBack(string what, int code)
    {
        byte[] noise = new byte[200_000];
        new Random(1).NextBytes(noise);
        byte[] payload = what switch
        {
            "bad data" => [0xFF, 0xFF, 0xFF],
            "cut" => Deflate(s_long)[..^10],
            "no UTF-8" => Deflate([0x61, 0xC0]),
            "too long" => Deflate(JsonText(100_001)),
            "too long as it came" => Deflate(noise),
            _ => Deflate(new byte[100_001]),
        };
        byte[] bytes = Join(Frame(Text, Deflate(s_short), reserved: Compressed), Frame(Text, payload, reserved: Compressed));

        ReaderRun run = ReaderRun.Of(bytes, int.MaxValue, new MessageLimits { MaxMessage = 100_000 }, keepsContext: false);

        Assert.Equal([$"text {ReaderRun.Tell(s_short)}", $"fail {code}"], run.Events);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_WhereAnyArrayIsMissing_GivesAllBack(bool isCompressed)
    {
        byte[] payload = isCompressed ? Deflate(s_long) : s_long;
        byte[] bytes = Join(
            Frame(Binary, payload[..700], isFinal: false, reserved: isCompressed ? Compressed : 0), Frame(Continuation, payload[700..]));
        int failures = 0;
        for (bool hasFailed = true; hasFailed; failures++)
        {
            var plan = new FaultPlan(failures + 2, FaultMoment.Before) // the first rental is the receive buffer
            {
                Member = "Rent",
                Act = static _ => throw new InsufficientMemoryException(),
            };
            var pool = new PoisonPool(plan);
            using (var memory = new WebSocketMemory(pool: pool))
            {
                using (var reader = new MessageReader(
                    EndpointRole.Server, new MessageLimits(), memory, null, new MessageInflater(keepsContext: false)))
                {
                    hasFailed = Record.Exception(() => Feed(reader, bytes)) is InsufficientMemoryException;
                }

                Assert.Equal(0, memory.Outstanding);
                Assert.Equal(0, memory.Receiving.Used);
            }

            Assert.Equal(hasFailed, plan.HasFired);
            pool.AssertAllReturned();
        }

        Assert.InRange(failures, 3, 100); // the last one succeeds
    }

    private static void Feed(MessageReader reader, ReadOnlyMemory<byte> bytes)
    {
        ReadResult result = ReadResult.NeedsMore;
        while (result == ReadResult.NeedsMore)
        {
            Memory<byte> memory = reader.GetMemory();
            int count = Math.Min(memory.Length, bytes.Length);
            bytes[..count].CopyTo(memory);
            bytes = bytes[count..];
            reader.Advance(count);
            result = reader.Read();
        }

        Assert.Equal(ReadResult.Message, result);
        Assert.Equal(s_long, reader.Message.ToArray());
    }
}
