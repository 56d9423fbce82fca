using WebSockets.Protocol.Frames;

namespace WebSockets.Protocol.Messages;

/// <summary>Looks for the close frame in what a peer still sends to a connection that has failed: nothing else is read of it, and nothing
/// is checked.</summary>
/// <param name="skip">The bytes that are missing of the last frame.</param>
public struct FrameSkipper(long skip)
{
    private readonly byte[] _header = new byte[FrameHeader.LongestSize];
    private int _headerLength;
    private long _skip = skip;
    private bool _isClose;

    /// <summary>Reads on.</summary>
    /// <returns><see langword="true"/> if the close frame is over; nothing behind it matters.</returns>
    public bool FindClose(ReadOnlySpan<byte> received)
    {
        while (true)
        {
            int count = (int)Math.Min(_skip, received.Length);
            _skip -= count;
            received = received[count..];
            if (_skip == 0 && _isClose)
                return true;

            if (received.IsEmpty)
                return false;

            _header[_headerLength++] = received[0];
            received = received[1..];
            if (!FrameHeader.TryRead(_header.AsSpan(0, _headerLength), out FrameHeader header, out _))
                continue;

            _headerLength = 0;
            _skip = Math.Max(0, header.Length);
            _isClose = header.Opcode == Opcode.Close;
        }
    }
}
