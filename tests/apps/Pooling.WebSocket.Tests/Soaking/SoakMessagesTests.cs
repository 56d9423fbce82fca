using System.Buffers;
using Pooling.Buffers;
using WebSockets.App.Soaking;

namespace Pooling.WebSockets.Soaking;

public sealed class SoakMessagesTests
{
    [Fact]
    public void Read_OfWhatWasWritten_IsTheNumber()
    {
        var lengths = new HashSet<int>();
        foreach (long number in Enumerable.Range(0, 1000).Select(static i => (long)i).Append(long.MaxValue / 128))
        {
            byte[] message = Write(number);
            lengths.Add(message.Length);

            Assert.Equal(number, SoakMessages.Read(message));
            Assert.Equal(number, SoakMessages.Read(InPieces(message)));
        }

        Assert.InRange(lengths.Min(), 16, 64);
        Assert.Equal(16 + (16 * 1024), lengths.Max());
        Assert.InRange(lengths.Count, 500, 1001);
    }

    [Fact]
    public void Read_OfADamagedMessage_IsNone()
    {
        byte[] message = Write(5);
        for (int i = 0; i < message.Length; i++)
        {
            message[i] ^= 0x20;
            Assert.NotEqual(5, SoakMessages.Read(message));
            message[i] ^= 0x20;
        }

        Assert.Equal(-1, SoakMessages.Read(message.AsSpan(0, message.Length - 1)));
        Assert.Equal(-1, SoakMessages.Read((byte[])[.. message, (byte)' ']));
        Assert.Equal(-1, SoakMessages.Read(default(ReadOnlySpan<byte>)));
    }

    internal static byte[] Write(long number)
    {
        using var buffer = new PooledArrayBufferWriter<byte>();
        SoakMessages.Write(buffer, number);
        return buffer.WrittenSpan.ToArray();
    }

    private static ReadOnlySequence<byte> InPieces(byte[] message)
    {
        var first = new Piece(message.AsMemory(0, 7), 0);
        Piece second = first.Append(message.AsMemory(7));
        return new ReadOnlySequence<byte>(first, 0, second, second.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Piece Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
