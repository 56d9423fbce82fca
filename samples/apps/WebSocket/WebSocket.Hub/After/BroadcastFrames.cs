using Pooling.Buffers;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.After;

/// <summary>One message in all forms in which sockets receive it: uncompressed, and compressed for each window in use. Each form is created
/// once, when it is first needed.</summary>
/// <remarks>
/// <para>Only sockets without a context share compressed frames. With a context, the bytes of a message depend on everything that the
/// socket was sent before, and no two sockets were sent the same since they connected.</para>
/// <para>One broadcast at a time.</para>
/// </remarks>
internal sealed class BroadcastFrames(HubContext context)
{
    private readonly SharedBuffer[] _frames = new SharedBuffer[DeflateOptions.MostWindowBits + 1]; // by bits; the first is uncompressed

    /// <summary>Starts a message.</summary>
    /// <param name="frame">The uncompressed frame. This object owns its share until <see cref="End"/>.</param>
    public void Begin(in SharedBuffer frame) => _frames[0] = frame;

    /// <summary>Gets the frame for sockets with a window.</summary>
    /// <param name="windowBits">The bits of the window; 0 for sockets whose frames are not compressed, or compressed separately.</param>
    public ref readonly SharedBuffer For(int windowBits)
    {
        ref SharedBuffer frame = ref _frames[windowBits];
        if (frame == default)
            frame = context.Deflate(in _frames[0], windowBits);

        return ref frame;
    }

    /// <summary>Ends the message.</summary>
    public void End()
    {
        foreach (ref SharedBuffer frame in _frames.AsSpan())
        {
            frame.Dispose();
            frame = default;
        }
    }
}
