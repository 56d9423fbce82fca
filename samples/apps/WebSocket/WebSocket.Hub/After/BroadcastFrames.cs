using Pooling.Buffers;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <summary>Holds one message in every form in which sockets get it, each made once: as it is, and compressed for each window in use.
/// </summary>
/// <remarks>
/// <para>Only sockets without a context share compressed frames. With a context, the bytes of a message depend on everything that the
/// socket was sent before, and no two sockets were sent the same since they connected.</para>
/// <para>One broadcast at a time.</para>
/// </remarks>
internal sealed class BroadcastFrames(HubContext context) : IDisposable
{
    private readonly FrameEncoder _encoder = new(context.Memory);
    private readonly SharedBuffer[] _frames = new SharedBuffer[DeflateOptions.MaxWindowBits + 1]; // by bits; the first as it is

    /// <summary>Makes the frames of a message.</summary>
    /// <param name="message">The message, copied once.</param>
    /// <param name="windows">The number of sockets that share each window, which may change meanwhile.</param>
    public void Make(InboundMessage message, int[] windows)
    {
        _frames[0] = _encoder.Encode(message.Payload, message.IsText);
        for (int bits = DeflateOptions.MinWindowBits; bits <= DeflateOptions.MaxWindowBits; bits++)
        {
            // Pairs with the changes under the lock: who comes later has its frame made then, who has left needs none.
            if (Volatile.Read(ref windows[bits]) > 0)
                For(bits);
        }
    }

    /// <summary>Returns the frame for sockets of a window.</summary>
    /// <param name="windowBits">The bits of the window; 0 for what is not compressed, or by the sockets.</param>
    public ref readonly SharedBuffer For(int windowBits)
    {
        ref SharedBuffer frame = ref _frames[windowBits];
        if (frame == default)
            frame = context.Deflate(in _frames[0], windowBits);

        return ref frame;
    }

    /// <summary>Ends the frames, so that the next message can be made.</summary>
    public void End()
    {
        foreach (ref SharedBuffer frame in _frames.AsSpan())
        {
            frame.Dispose();
            frame = default;
        }
    }

    public void Dispose() => _encoder.Dispose();
}
