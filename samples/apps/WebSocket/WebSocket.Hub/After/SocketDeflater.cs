using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.After;

/// <summary>The deflater of one socket, whose messages refer to those before: nobody else can be sent the same bytes, and what is
/// compressed must be sent, so this is the last that becomes of a frame. The sender of the outbox only, and nobody sends any more when it
/// is disposed.</summary>
internal sealed class SocketDeflater(int windowBits, HubContext context) : IDisposable
{
    private FrameDeflater? _deflater = new(windowBits, keepsContext: true, context.Memory);

    /// <summary>Compresses the message in a frame, if that is worth it.</summary>
    /// <param name="frame">The frame, which is ended if it is replaced.</param>
    /// <returns>The frame to send in place of it.</returns>
    public SharedBuffer Replace(in SharedBuffer frame)
    {
        if (_deflater is null || frame.Length < context.Options.Deflate.MinLength || FrameHeader.IsControlOpcode(frame.Span[0] & 0xF))
            return frame;

        context.Counters.AddDeflated();
        try
        {
            SharedBuffer deflated = _deflater.Deflate(in frame);
            frame.Dispose();
            return deflated;
        }
        catch (WebSocketException)
        {
            Dispose(); // no memory for it: messages may always be sent as they are
            return frame;
        }
    }

    public void Dispose()
    {
        _deflater?.Dispose();
        _deflater = null;
    }
}
