using Pooling.Buffers;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.After;

/// <summary>One message in every form in which sockets get it, each made once, when somebody needs it: as it is, and compressed for each
/// window in use.</summary>
/// <remarks>
/// <para>Only sockets without a context share what is compressed: with one, the bytes of a message depend on all that the socket was sent
/// before, and no two were sent the same since they connected.</para>
/// <para>One broadcast at a time.</para>
/// </remarks>
internal sealed class BroadcastFrames(HubContext context)
{
    private readonly SharedBuffer[] _frames = new SharedBuffer[DeflateOptions.MostWindowBits + 1]; // by bits; the first as it is

    /// <summary>Begins with a message.</summary>
    /// <param name="frame">The frame as it is, whose share is its own until the end.</param>
    public void Begin(in SharedBuffer frame) => _frames[0] = frame;

    /// <summary>The frame for sockets of a window.</summary>
    /// <param name="windowBits">The bits of the window; 0 for what is not compressed, or by the sockets.</param>
    public ref readonly SharedBuffer For(int windowBits)
    {
        ref SharedBuffer frame = ref _frames[windowBits];
        if (frame == default)
            frame = context.Deflate(in _frames[0], windowBits);

        return ref frame;
    }

    /// <summary>Ends with the message.</summary>
    public void End()
    {
        foreach (ref SharedBuffer frame in _frames.AsSpan())
        {
            frame.Dispose();
            frame = default;
        }
    }
}
