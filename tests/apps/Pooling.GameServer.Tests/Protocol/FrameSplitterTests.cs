using System.Buffers;

namespace Pooling.GameServer.Protocol;

public sealed class FrameSplitterTests
{
    [Fact]
    public void TryTake_FramesInPieces_TakesThemWhole()
    {
        byte[] bytes = [1, 10, 0x81, 0x01, .. Enumerable.Repeat((byte)20, 129), 2, 30, 31];
        for (int cut = 0; cut <= bytes.Length; cut++)
        {
            ReadOnlySequence<byte> received = InTwo(bytes, cut);

            Assert.Equal(FrameStatus.Complete, FrameSplitter.TryTake(ref received, 200, out ReadOnlySequence<byte> first));
            Assert.Equal(FrameStatus.Complete, FrameSplitter.TryTake(ref received, 200, out ReadOnlySequence<byte> second));
            Assert.Equal(FrameStatus.Complete, FrameSplitter.TryTake(ref received, 200, out ReadOnlySequence<byte> third));
            Assert.Equal([10], first.ToArray());
            Assert.Equal(bytes[4..133], second.ToArray());
            Assert.Equal([30, 31], third.ToArray());
            Assert.True(received.IsEmpty);
        }
    }

    [Fact]
    public void TryTake_BeginningOfAFrame_LeavesItAsItIs()
    {
        byte[] bytes = [0x81, 0x01, .. Enumerable.Repeat((byte)20, 129)];
        for (int length = 0; length < bytes.Length; length++)
        {
            var received = new ReadOnlySequence<byte>(bytes, 0, length);

            Assert.Equal(FrameStatus.Incomplete, FrameSplitter.TryTake(ref received, 200, out _));
            Assert.Equal(length, received.Length);
        }
    }

    [Theory]
    [InlineData(200, FrameStatus.Incomplete)]
    [InlineData(199, FrameStatus.TooLong)]
    public void TryTake_LengthAtTheLimit_IsAcceptedJustSo(int longest, object expected)
    {
        var received = new ReadOnlySequence<byte>([0xC8, 0x01]);

        Assert.Equal((FrameStatus)expected, FrameSplitter.TryTake(ref received, longest, out _));
    }

    [Theory]
    [InlineData(new byte[] { 0 }, FrameStatus.Malformed)]
    [InlineData(new byte[] { 0x80, 0x80, 0x80, 0x80, 0x80, 0x00 }, FrameStatus.Malformed)]
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF }, FrameStatus.TooLong)]
    public void TryTake_NoLength_SaysSo(byte[] bytes, object expected)
    {
        var received = new ReadOnlySequence<byte>(bytes);

        Assert.Equal((FrameStatus)expected, FrameSplitter.TryTake(ref received, 200, out _));
    }

    private static ReadOnlySequence<byte> InTwo(byte[] bytes, int cut)
    {
        var first = new Segment(bytes.AsMemory(0, cut));
        Segment second = first.Append(bytes.AsMemory(cut));
        return new ReadOnlySequence<byte>(first, 0, second, bytes.Length - cut);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory) => Memory = memory;

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }
}
