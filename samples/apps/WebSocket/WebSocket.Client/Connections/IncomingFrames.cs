using WebSockets.Protocol.Frames;

namespace WebSockets.Client.Connections;

/// <summary>Follows the frames that a server sends, in the bytes of its connection. The sockets of .NET answer pings and skip empty
/// fragments without notice, and report an empty close frame with code 1000.</summary>
/// <remarks>One thread at a time. Invalid frames are detected by the socket.</remarks>
/// <param name="perSecond">The maximum number of frames without message data per second.</param>
/// <param name="time">The clock.</param>
internal sealed class IncomingFrames(int perSecond, TimeProvider time)
{
    private readonly byte[] _header = new byte[FrameHeader.MaxSize];
    private int _headerLength;
    private long _rest; // of the payload
    private int _headMatched; // the matched bytes of the text that is searched in the response header
    private bool _isAccepted; // the response has the status 101
    private bool _isOpen; // the response header has ended
    private long _empty; // the number of such frames since then
    private long _since = time.GetTimestamp();

    // Other responses may come before, because the server may request authentication.
    private static ReadOnlySpan<byte> Accepted => "HTTP/1.1 101"u8;

    private static ReadOnlySpan<byte> EndOfHead => "\r\n\r\n"u8;

    /// <summary>Gets whether an empty close frame was received. Any thread.</summary>
    public bool HasEmptyClose { get; private set; }

    /// <summary>Adds received bytes.</summary>
    /// <exception cref="TooManyFramesException">Too many of the frames are without message data.</exception>
    public void Add(ReadOnlySpan<byte> received)
    {
        if (!_isOpen && !TryOpen(ref received))
            return;

        while (!received.IsEmpty)
        {
            int skipped = (int)Math.Min(_rest, received.Length);
            _rest -= skipped;
            received = received[skipped..];
            if (received.IsEmpty)
                return;

            _header[_headerLength++] = received[0];
            received = received[1..];
            if (!FrameHeader.TryRead(_header.AsSpan(0, _headerLength), out FrameHeader header, out _))
                continue;

            _headerLength = 0;
            _rest = Math.Max(0, header.Length);
            HasEmptyClose |= header is { Opcode: Opcode.Close, Length: 0 };
            if (header.IsControl || header is { Length: 0, IsFinal: false })
                Count();
        }
    }

    private void Count()
    {
        if (++_empty <= perSecond)
            return;

        long now = time.GetTimestamp();
        if (time.GetElapsedTime(_since, now) < TimeSpan.FromSeconds(1))
            throw new TooManyFramesException();

        _empty = 1;
        _since = now;
    }

    private bool TryOpen(ref ReadOnlySpan<byte> received)
    {
        for (int i = 0; i < received.Length; i++)
        {
            ReadOnlySpan<byte> wanted = _isAccepted ? EndOfHead : Accepted;
            _headMatched = received[i] == wanted[_headMatched] ? _headMatched + 1 : received[i] == wanted[0] ? 1 : 0;
            if (_headMatched < wanted.Length)
                continue;

            _headMatched = 0;
            _isOpen = _isAccepted;
            _isAccepted = true;
            if (!_isOpen)
                continue;

            received = received[(i + 1)..];
            return true;
        }

        return false;
    }
}
