using WebSockets.Protocol.Frames;

namespace WebSockets.Protocol.Messages;

/// <summary>Searches for the close frame in the data that a peer still sends after the connection has failed. Other frames are skipped
/// without checks.</summary>
/// <param name="skip">The number of missing bytes of the last frame.</param>
public struct FrameSkipper(long skip)
{
    private readonly byte[] _header = new byte[FrameHeader.MaxSize];
    private int _headerLength;
    private long _skip = skip;
    private bool _isClose;

    /// <summary>Reads received bytes.</summary>
    /// <returns><see langword="true"/> if the close frame is complete. Later data is irrelevant.</returns>
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
