using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;

namespace WebSockets.Protocol.Compression;

/// <summary>Creates compressed frames from uncompressed ones, as servers send them.</summary>
/// <remarks>
/// <para>A deflate stream of .NET has no option for the window, and cannot be reset. A WebSocket of .NET has a deflater with an option for
/// the window, so each instance writes its messages through a WebSocket to memory. Without a context, the WebSocket creates a stream for
/// each message, and disposes it: 80 bytes of managed memory, and no native memory while it is idle. With a context, it keeps its stream,
/// and allocates nothing.</para>
/// <para>One thread at a time.</para>
/// </remarks>
public sealed class FrameDeflater : IDisposable
{
    private readonly FrameCapture _capture;
    private readonly WebSocket _socket;
    private readonly bool _keepsContext;

    /// <param name="windowBits">The bits of the window, 9 to 15.</param>
    /// <param name="keepsContext">Whether messages refer to earlier ones. In this case each frame must be sent, in this order, to one
    /// receiver.</param>
    /// <param name="memory">The memory for frames.</param>
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
    /// <param name="frame">A whole message in one frame, as created by <see cref="Sending.FrameEncoder"/>. Its share is not
    /// released.</param>
    /// <returns>The first share of the compressed frame; another share of <paramref name="frame"/> if that is not longer.</returns>
    /// <exception cref="WebSocketException">The frame could not be compressed. The deflater cannot be used any more.</exception>
    public SharedBuffer Deflate(in SharedBuffer frame)
    {
        ReadOnlyMemory<byte> bytes = frame.Memory;
        FrameHeader.TryRead(bytes.Span, out FrameHeader header, out int size);
        WebSocketMessageType type = header.Opcode == Opcode.Text ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
        ValueTask sending = _socket.SendAsync(bytes[size..], type, WebSocketMessageFlags.EndOfMessage, CancellationToken.None);
        sending.GetAwaiter().GetResult(); // completed already, because memory does not wait
        SharedBuffer deflated = _capture.Detach();
        if (_keepsContext || deflated.Length < bytes.Length)
            return deflated; // even if it is longer, because the receiver would miss it in the context

        deflated.Dispose();
        return frame.Retain();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _capture.Dispose();
    }
}
