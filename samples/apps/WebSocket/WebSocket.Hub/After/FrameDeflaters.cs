using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Queues;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.After;

/// <summary>The deflaters without a context. Any socket and any room may use them for a message. Any thread.</summary>
/// <param name="memory">The memory for frames.</param>
internal sealed class FrameDeflaters(WebSocketMemory memory) : IDisposable
{
    private const int MaxIdle = 64; // per window: the maximum number of threads that compress at the same time

    private readonly MpmcRingQueue<FrameDeflater>[] _idle =
        [.. Enumerable.Range(0, DeflateOptions.MaxWindowBits + 1).Select(static _ => new MpmcRingQueue<FrameDeflater>(MaxIdle))];

    /// <summary>Compresses the message in a frame.</summary>
    /// <param name="frame">The frame. Its share is not released.</param>
    /// <param name="windowBits">The bits of the window.</param>
    /// <returns>A share of the compressed frame, or another share of <paramref name="frame"/> if compression does not make it
    /// shorter.</returns>
    public SharedBuffer Deflate(in SharedBuffer frame, int windowBits)
    {
        MpmcRingQueue<FrameDeflater> idle = _idle[windowBits];
        if (!idle.TryDequeue(out FrameDeflater? deflater))
            deflater = new FrameDeflater(windowBits, keepsContext: false, memory);

        SharedBuffer deflated;
        try
        {
            deflated = deflater.Deflate(in frame);
        }
        catch (Exception exception)
        {
            deflater.Dispose();
            if (exception is not WebSocketException) // not enough memory: a message may always be sent uncompressed
                throw;

            return frame.Retain();
        }

        if (!idle.TryEnqueue(deflater))
            deflater.Dispose();

        return deflated;
    }

    public void Dispose()
    {
        foreach (MpmcRingQueue<FrameDeflater> idle in _idle)
            idle.Dispose();
    }
}
