using System.Buffers;
using System.IO.Pipelines;
using System.Reflection;
using Pooling.Buffers;

namespace Pooling.Conventions;

/// <summary>Tests the loop of the guide to framing, compiled from its page, with messages that are cut off at every byte, and bytes that
/// never become a message.</summary>
public sealed class FramingGuideTests
{
    private const int MaxLength = 65_536;

    private static readonly Lazy<Func<PipeReader, Action<ReadOnlySequence<byte>>, CancellationToken, Task>> s_loop = new(static () =>
        ExampleTests.Compile(ExampleTests.Blocks("docs/framing.md")[0].Code)
            .GetType("FrameReader", throwOnError: true)!
            .GetMethod("ReadAllAsync", BindingFlags.Public | BindingFlags.Static)!
            .CreateDelegate<Func<PipeReader, Action<ReadOnlySequence<byte>>, CancellationToken, Task>>());

    private static readonly byte[][] s_messages = [[], [7], [.. "temperature"u8], [.. Enumerable.Repeat((byte)3, 300)]];

    [Fact]
    public async Task Loop_WithEveryCut_ReadsEveryMessage()
    {
        byte[] stream = Written();
        for (int cut = 0; cut <= stream.Length; cut++)
            Assert.Equal(s_messages, await ReadAsync([stream[..cut], stream[cut..]]));
    }

    [Fact]
    public async Task Loop_WithOneByteAtATime_ReadsEveryMessage() =>
        Assert.Equal(s_messages, await ReadAsync([.. Written().Select(static value => new[] { value })]));

    [Fact]
    public async Task Loop_OfAStreamThatEnds_DistinguishesWithinFromBetweenMessages()
    {
        byte[] stream = Written();
        int[] ends = [0, .. s_messages.Select(static message => message.Length < 128 ? 1 + message.Length : 2 + message.Length)];
        for (int i = 1; i < ends.Length; i++)
            ends[i] += ends[i - 1];

        for (int length = 0; length <= stream.Length; length++)
        {
            if (ends.Contains(length))
                Assert.Equal(s_messages.Take(Array.IndexOf(ends, length)), await ReadAsync([stream[..length]]));
            else
                await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync([stream[..length]]));
        }
    }

    [Fact]
    public async Task Loop_OfTheLongestMessage_ReadsIt()
    {
        byte[] longest = new byte[MaxLength];
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WritePrefixedBytes(longest, LengthPrefix.Varint);

        Assert.Equal([longest], await ReadAsync([writer.WrittenSpan.ToArray()]));
    }

    /// <summary>Checks invalid bytes. A loop that waited would not end, because the pipe stays open.</summary>
    [Theory]
    [InlineData(new byte[] { 0x81, 0x80, 0x04 })] // one more than the longest
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0x0F })]
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0x10 })]
    [InlineData(new byte[] { 0x80, 0x80, 0x80, 0x80, 0x80 })]
    public async Task Loop_OfALengthThatIsNeverAccepted_EndsAtOnce(byte[] length)
    {
        var pipe = new Pipe();
        Task loop = s_loop.Value(pipe.Reader, static _ => Assert.Fail("There is no message."), CancellationToken.None);
        foreach (byte value in length)
            await pipe.Writer.WriteAsync(new[] { value });

        await Assert.ThrowsAsync<InvalidDataException>(() => loop.WaitAsync(TimeSpan.FromMinutes(1)));
        Assert.True((await pipe.Writer.WriteAsync(new byte[1])).IsCompleted);
    }

    private static byte[] Written()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        foreach (byte[] message in s_messages)
            writer.WritePrefixedBytes(message, LengthPrefix.Varint);

        return writer.WrittenSpan.ToArray();
    }

    private static async Task<List<byte[]>> ReadAsync(byte[][] parts)
    {
        List<byte[]> read = [];
        var pipe = new Pipe(new PipeOptions(useSynchronizationContext: false));
        Task loop = s_loop.Value(pipe.Reader, message => read.Add(message.ToArray()), CancellationToken.None);
        foreach (byte[] part in parts)
            await pipe.Writer.WriteAsync(part);

        await pipe.Writer.CompleteAsync();
        await loop;
        return read;
    }
}
