using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;

namespace WebSockets.Protocol.Compression;

/// <summary>Makes compressed frames of frames that are not, as servers send them.</summary>
/// <remarks>
/// <para>A deflate stream of .NET cannot be given a window, nor be reset. A websocket of .NET has one that can be given a window, so each
/// of these writes its messages through one to memory. Without a context it makes a stream for each message, and ends it: 80 bytes of
/// managed memory, and no native memory while it is idle. With one it keeps its stream, and allocates nothing.</para>
/// <para>One thread at a time.</para>
/// </remarks>
public sealed class FrameDeflater : IDisposable
{
    private readonly FrameCapture _capture;
    private readonly WebSocket _socket;
    private readonly bool _keepsContext;

    /// <param name="windowBits">The bits of the window, 9 to 15.</param>
    /// <param name="keepsContext">Whether messages refer to those before: each frame must be sent then, in this order, to one receiver.
    /// </param>
    /// <param name="memory">Where the memory of frames comes from.</param>
    public FrameDeflater(int windowBits, bool keepsContext, WebSocketMemory memory)
    {
        ArgumentNullException.ThrowIfNull(memory);

        _keepsContext = keepsContext;
        _capture = new FrameCapture(memory);
        _socket = WebSocket.CreateFromStream(_capture, new WebSocketCreationOptions
        {
            IsServer = true,
            KeepAliveInterval = TimeSpan.Zero,
            DangerousDeflateOptions = new WebSocketDeflateOptions
            {
                ServerContextTakeover = keepsContext,
                ServerMaxWindowBits = windowBits,
            },
        });
    }

    /// <summary>Compresses the message in a frame.</summary>
    /// <param name="frame">A whole message in one frame, as <see cref="Sending.FrameEncoder"/> makes it. It is not ended.</param>
    /// <returns>The first share of the compressed frame; another share of <paramref name="frame"/> if that is no longer.</returns>
    /// <exception cref="WebSocketException">It could not be compressed; the deflater is of no use any more.</exception>
    public SharedBuffer Deflate(in SharedBuffer frame)
    {
        ReadOnlyMemory<byte> bytes = frame.Memory;
        FrameHeader.TryRead(bytes.Span, out FrameHeader header, out int size);
        WebSocketMessageType type = header.Opcode == Opcode.Text ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
        ValueTask sending = _socket.SendAsync(bytes[size..], type, WebSocketMessageFlags.EndOfMessage, CancellationToken.None);
        sending.GetAwaiter().GetResult(); // it has ended: memory does not wait
        SharedBuffer deflated = _capture.Detach();
        if (_keepsContext || deflated.Length < bytes.Length)
            return deflated; // the receiver would miss it in the context

        deflated.Dispose();
        return frame.Retain();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _capture.Dispose();
    }
}
