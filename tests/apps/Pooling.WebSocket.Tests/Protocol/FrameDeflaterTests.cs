using System.Buffers;
using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.WebSockets.Client;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;
using static Pooling.WebSockets.Protocol.DeflateBytes;

namespace Pooling.WebSockets.Protocol;

public sealed class FrameDeflaterTests
{
    [Theory]
    [InlineData(9, false)]
    [InlineData(12, false)]
    [InlineData(15, false)]
    [InlineData(9, true)]
    [InlineData(15, true)]
    public void Deflate_OfMessages_IsThemForAnInflaterOfThatWindow(int windowBits, bool keepsContext)
    {
        byte[][] messages = [.. new[] { 200, 1000, 70_000, 5000, 300_000 }.Select(static (length, i) => JsonText(length, i))];

        byte[][] frames = [.. DeflateEach(windowBits, keepsContext, messages)];

        Assert.All(frames, static frame => Assert.Equal(0xC1, frame[0])); // FIN, RSV1, text
        Assert.Equal(messages, ReadByPeer(frames, windowBits, keepsContext));
        if (!keepsContext)
            Assert.Equal(messages, frames.SelectMany(frame => ReadByPeer([frame], windowBits, keepsContext)));
    }

    [Fact]
    public void Deflate_WithAContext_IsShorterWhenMessagesRepeat()
    {
        byte[] message = JsonText(1000);

        byte[][] with = [.. DeflateEach(15, true, message, message)];
        byte[][] without = [.. DeflateEach(15, false, message, message)];

        Assert.InRange(with[1].Length, 1, with[0].Length / 4);
        Assert.Equal(without[0], without[1]); // no data of the first remains
    }

    [Fact]
    public void Deflate_OfWhatIsNotCompressible_IsTheFrameItself()
    {
        byte[] noise = new byte[4000];
        new Random(3).NextBytes(noise);

        byte[] frame = DeflateEach(15, false, noise).Single();

        Assert.Equal(0x81, frame[0]);
        Assert.Equal(noise, frame[4..]);
    }

    [Theory]
    [InlineData(false, 80)] // a stream of .NET, which cannot be reset
    [InlineData(true, 0)]
    [Trait("Category", "Allocation")]
    public void Deflate_OfManyMessages_AllocatesAStreamAtMost(bool keepsContext, long most)
    {
        const int Messages = 100;
        using var memory = new WebSocketMemory();
        using var encoder = new FrameEncoder(memory);
        using var deflater = new FrameDeflater(15, keepsContext, memory);
        using SharedBuffer plain = encoder.Encode(new ReadOnlySequence<byte>(JsonText(1000)), isText: true);

        long allocated = MinAllocated.By(() =>
        {
            for (int i = 0; i < Messages; i++)
                deflater.Deflate(in plain).Dispose();
        });

        Assert.InRange(allocated, 0, Messages * most);
    }

    private static List<byte[]> DeflateEach(int windowBits, bool keepsContext, params byte[][] messages)
    {
        var pool = new PoisonPool();
        var frames = new List<byte[]>();
        using (var memory = new WebSocketMemory(pool: pool))
        {
            using var encoder = new FrameEncoder(memory);
            using var deflater = new FrameDeflater(windowBits, keepsContext, memory);
            foreach (byte[] message in messages)
            {
                using SharedBuffer frame = encoder.Encode(new ReadOnlySequence<byte>(message), isText: true);
                using SharedBuffer deflated = deflater.Deflate(in frame);
                frames.Add(deflated.Span.ToArray());
            }

            Assert.Equal(0, memory.Outstanding);
        }

        pool.AssertAllReturned();
        return frames;
    }

    /// <summary>Reads frames with a WebSocket of .NET for that window, which fails if a frame refers beyond it.</summary>
    private static List<byte[]> ReadByPeer(byte[][] frames, int windowBits, bool keepsContext)
    {
        using WebSocket socket = WebSocket.CreateFromStream(new MemoryStream([.. frames.SelectMany(static frame => frame)]), new()
        {
            DangerousDeflateOptions = new() { ServerMaxWindowBits = windowBits, ServerContextTakeover = keepsContext },
        });
        var messages = new List<byte[]>();
        byte[] buffer = new byte[400_000];
        while (messages.Count < frames.Length)
        {
            int length = 0;
            ValueWebSocketReceiveResult part;
            do
            {
                ValueTask<ValueWebSocketReceiveResult> receiving = socket.ReceiveAsync(buffer.AsMemory(length), CancellationToken.None);
                part = receiving.AsTask().GetAwaiter().GetResult();
                length += part.Count;
            }
            while (!part.EndOfMessage);
            messages.Add(buffer[..length]);
        }

        return messages;
    }
}
