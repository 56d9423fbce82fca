using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.After;

/// <summary>The deflater of one socket whose messages refer to earlier ones. No other socket can be sent the same bytes, and each
/// compressed message must be sent. Therefore compressing is the last step before a frame is written. Any thread.</summary>
internal sealed class SocketDeflater(int windowBits, WebSocketMemory memory) : IDisposable
{
    private readonly Lock _lock = new(); // the socket may end while it sends
    private FrameDeflater? _deflater = new(windowBits, keepsContext: true, memory);

    /// <summary>Compresses the message in a frame.</summary>
    /// <param name="frame">The frame. Its share is released if it is replaced.</param>
    /// <returns>The frame to send.</returns>
    public SharedBuffer Replace(in SharedBuffer frame)
    {
        lock (_lock)
        {
            if (_deflater is null)
                return frame;

            try
            {
                SharedBuffer deflated = _deflater.Deflate(in frame);
                frame.Dispose();
                return deflated;
            }
            catch (WebSocketException)
            {
                End(); // not enough memory: messages may always be sent uncompressed
                return frame;
            }
        }
    }

    public void Dispose()
    {
        lock (_lock)
            End();
    }

    private void End()
    {
        _deflater?.Dispose();
        _deflater = null;
    }
}
