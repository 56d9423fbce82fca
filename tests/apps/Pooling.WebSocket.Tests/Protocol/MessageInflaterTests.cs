using System.Buffers;
using System.Text;
using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;
using static Pooling.WebSockets.Protocol.DeflateBytes;

namespace Pooling.WebSockets.Protocol;

public sealed class MessageInflaterTests
{
    private static readonly byte[] s_hello = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]; // from RFC 7692, 7.2.3
    private static readonly byte[] s_helloAgain = [0xF2, 0x00, 0x11, 0x00, 0x00]; // refers to the first
    private static readonly MessageLimits s_limits = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Inflate_OfTheExamplesOfTheRfc_IsHello(bool keepsContext)
    {
        byte[][] examples =
        [
            s_hello,
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00], // not compressed
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], // the last of its stream
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00], // two blocks
        ];

        Assert.Equal(Enumerable.Repeat("Hello", 8), InflateEach(keepsContext, [.. examples, .. examples]));
    }

    [Fact]
    public void Inflate_OfAReferenceToTheLastMessage_NeedsAContext()
    {
        Assert.Equal(["Hello", "Hello"], InflateEach(true, s_hello, s_helloAgain));
        Assert.Equal(["Hello", "1007"], InflateEach(false, s_hello, s_helloAgain));
    }

    [Fact]
    public void Inflate_OfAReferenceToNothing_ShowsNothingOfOthers()
    {
        using var memory = new WebSocketMemory();
        byte[] secret = Encoding.ASCII.GetBytes("the password of somebody else is swordfish");
        foreach (bool keepsContext in new[] { false, true })
        {
            using (var others = new MessageInflater(keepsContext))
                Assert.Equal(Encoding.ASCII.GetString(secret), Inflate(others, memory, Deflate(secret)));

            using var inflater = new MessageInflater(keepsContext);
            Assert.Equal("1007", Inflate(inflater, memory, s_helloAgain));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(6)]
    public void Inflate_OfAMessageThatIsCut_Fails(int length) => Assert.Equal(["1007"], InflateEach(false, s_hello[..length]));

    [Fact]
    public void Inflate_OfAnyPrefix_IsNotTakenForTheMessage()
    {
        byte[] whole = Deflate(JsonText(300));
        for (int length = 0; length < whole.Length; length++)
            Assert.Equal(["1007"], InflateEach(false, whole[..length]));
    }

    [Fact]
    public void Inflate_OfNoise_FailsOrEnds()
    {
        var random = new Random(8);
        for (int i = 0; i < 3000; i++)
        {
            byte[] noise = new byte[random.Next(0, 60)];
            random.NextBytes(noise);
            InflateEach(random.Next(2) == 0, noise, s_hello, noise);
        }
    }

    [Fact]
    public void Inflate_OfTextThatIsNoUtf8_Fails()
    {
        byte[] half = [.. Encoding.ASCII.GetBytes(new string('a', 9000)), 0xE2, 0x82];
        Assert.Equal(["1007", "1007", "9001"], [
            .. InflateEach(false, Deflate([0x61, 0xFF])), .. InflateEach(false, Deflate(half)),
            .. InflateEach(false, Deflate(half[..^2].Append((byte)'b').ToArray())).Select(static text => $"{text.Length}"),
        ]);
    }

    [Theory]
    [InlineData(1 << 20, "1048576")]
    [InlineData((1 << 20) + 1, "1009")]
    public void Inflate_OfAMessageAtTheLimit_IsExact(int length, string expected)
    {
        var inflater = new MessageInflater(keepsContext: false);
        using var memory = new WebSocketMemory();

        string message = Inflate(inflater, memory, Deflate(JsonText(length)));

        Assert.Equal(expected, message.Length > 4 ? $"{message.Length}" : message);
    }

    [Theory]
    [InlineData(100_000, "100000")] // repetitive telemetry grows as much as that
    [InlineData(1 << 20, "1048576")]
    [InlineData((1 << 20) + 1, "1009")]
    [InlineData(100 << 20, "1009")]
    public void Inflate_OfOneThatGrowsMuch_FailsBeforeMemoryGrowsBeyondTheLimit(int length, string expected)
    {
        byte[] bomb = Deflate(new byte[length]);
        var pool = new PoisonPool();
        using var memory = new WebSocketMemory(pool: pool);
        var inflater = new MessageInflater(keepsContext: false);
        var budget = new MemoryBudget(long.MaxValue);
        using PooledLease<SegmentedBufferWriter> target = memory.RentMessage();

        long before = GC.GetAllocatedBytesForCurrentThread();
        Violation? violation = inflater.Inflate(new ReadOnlySequence<byte>(bomb), true, target.Value, s_limits, budget);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal(expected, violation is { } wrong ? $"{wrong.Code}" : $"{target.Value.WrittenCount}");
        Assert.Equal(target.Value.WrittenCount, budget.Used);
        Assert.InRange(allocated, 0, 3 << 20); // chunks of the pool, and its administration
        Assert.InRange(target.Value.WrittenCount, 0, 1 << 20);
    }

    [Fact]
    public async Task Inflate_WithoutALongestMessage_IsTheMessage()
    {
        byte[] message = JsonText(300_000);
        using var memory = new WebSocketMemory();
        using PooledLease<SegmentedBufferWriter> target = memory.RentMessage();
        var limits = new MessageLimits { MaxMessage = long.MaxValue };
        var payload = new ReadOnlySequence<byte>(Deflate(message));

        Task<Violation?> inflating = Task.Run(
            () => new MessageInflater(keepsContext: false).Inflate(payload, true, target.Value, limits, memory.Receiving));

        Assert.Null(await inflating.WaitAsync(Wait.Patience));
        Assert.Equal(message, target.Value.WrittenSequence.ToArray());
        memory.Receiving.Give(target.Value.WrittenCount);
    }

    [Fact]
    public void Inflate_BeyondTheBudget_FailsWithWhatWasTaken()
    {
        using var memory = new WebSocketMemory();
        var inflater = new MessageInflater(keepsContext: false);
        var budget = new MemoryBudget(20_000);
        using PooledLease<SegmentedBufferWriter> target = memory.RentMessage();

        var message = new ReadOnlySequence<byte>(Deflate(JsonText(100_000)));
        Violation? violation = inflater.Inflate(message, true, target.Value, s_limits, budget);

        Assert.Equal(1013, violation!.Value.Code);
        Assert.Equal(target.Value.WrittenCount, budget.Used);
    }

    [Fact]
    public void Inflate_AtSteadyState_AllocatesOnlyWhatTheStreamIs()
    {
        byte[][] messages = DeflateAll([.. Enumerable.Repeat(JsonText(2000), 3000)]);
        Assert.InRange(MinOfEach(true, messages), 0, 1);
        Assert.InRange(MinOfEach(false, [.. Enumerable.Repeat(messages[0], 3000)]), 1, 400); // 216 as measured
    }

    /// <summary>Returns the minimum of several runs, because a concurrent collection adds up to 8 KB to the allocations of a
    /// thread.</summary>
    private static double MinOfEach(bool keepsContext, byte[][] messages)
    {
        double least = double.MaxValue;
        for (int run = 0; run < 5 && least > 1; run++)
            least = Math.Min(least, BytesOfEach(keepsContext, messages));

        return least;
    }

    private static double BytesOfEach(bool keepsContext, byte[][] messages)
    {
        using var memory = new WebSocketMemory();
        using var inflater = new MessageInflater(keepsContext);
        long before = 0;
        for (int i = 0; i < messages.Length; i++)
        {
            if (i == messages.Length / 2)
                before = GC.GetAllocatedBytesForCurrentThread();

            using PooledLease<SegmentedBufferWriter> target = memory.RentMessage();
            Assert.Null(inflater.Inflate(new ReadOnlySequence<byte>(messages[i]), true, target.Value, s_limits, memory.Receiving));
            memory.Receiving.Give(target.Value.WrittenCount);
        }

        return (GC.GetAllocatedBytesForCurrentThread() - before) / (messages.Length / 2.0);
    }

    private static List<string> InflateEach(bool keepsContext, params byte[][] payloads)
    {
        using var memory = new WebSocketMemory();
        using var inflater = new MessageInflater(keepsContext);
        return [.. payloads.Select(payload => Inflate(inflater, memory, payload))];
    }

    /// <summary>Returns the message, or the code of the violation.</summary>
    private static string Inflate(MessageInflater inflater, WebSocketMemory memory, byte[] payload)
    {
        using PooledLease<SegmentedBufferWriter> target = memory.RentMessage();
        Violation? violation = inflater.Inflate(new ReadOnlySequence<byte>(payload), true, target.Value, s_limits, memory.Receiving);
        memory.Receiving.Give(target.Value.WrittenCount);
        return violation is { } wrong ? $"{wrong.Code}" : Encoding.ASCII.GetString(target.Value.WrittenSequence);
    }
}
