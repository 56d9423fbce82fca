using System.Buffers;

namespace Pooling.GameServer.Protocol;

/// <summary>Splits received bytes into frames.</summary>
internal static class FrameSplitter
{
    private const int MaxLengthBytes = 5;

    /// <summary>Takes the next frame.</summary>
    /// <param name="received">The received bytes, from which the frame is removed.</param>
    /// <param name="longest">The maximum length of a frame in bytes.</param>
    /// <param name="packet">The frame without its length.</param>
    public static FrameStatus TryTake(ref ReadOnlySequence<byte> received, int longest, out ReadOnlySequence<byte> packet)
    {
        packet = default;
        var reader = new SequenceReader<byte>(received);
        ulong length = 0;
        for (int i = 0; ; i++)
        {
            if (i == MaxLengthBytes)
                return FrameStatus.Malformed;

            if (!reader.TryRead(out byte next))
                return FrameStatus.Incomplete;

            length |= (ulong)(next & 0x7f) << (7 * i);
            if (length > (ulong)longest)
                return FrameStatus.TooLong;

            if (next < 0x80)
                break;
        }

        if (length == 0)
            return FrameStatus.Malformed;

        if (reader.Remaining < (long)length)
            return FrameStatus.Incomplete;

        packet = received.Slice(reader.Position, (long)length);
        received = received.Slice(packet.End);
        return FrameStatus.Complete;
    }
}
