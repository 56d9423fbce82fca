using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.After;

/// <summary>The deflater of one socket, whose messages refer to those before: nobody else can be sent the same bytes, and what is
/// compressed must be sent, so this is the last that becomes of a frame. Any thread.</summary>
internal sealed class SocketDeflater(int windowBits, WebSocketMemory memory) : IDisposable
{
    private readonly Lock _lock = new(); // the socket may end while it sends
    private FrameDeflater? _deflater = new(windowBits, keepsContext: true, memory);

    /// <summary>Compresses the message in a frame.</summary>
    /// <param name="frame">The frame, which is ended if it is replaced.</param>
    /// <returns>What to send in place of it.</returns>
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
                End(); // no memory for it: messages may always be sent as they are
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
