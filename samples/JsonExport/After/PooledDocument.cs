using System.IO.Pipelines;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.JsonExport.After;

/// <summary>A document that is written and not sent yet: its length is known. Dispose it when it is sent.</summary>
/// <remarks>It lies in chunks of 64 KB and less: it takes as much memory as it has bytes, and none on the large object heap.</remarks>
internal readonly struct PooledDocument(PooledLease<SegmentedBufferWriter> lease) : IDisposable
{
    /// <summary>In bytes.</summary>
    public long Length => lease.Value.WrittenCount;

    public void SendTo(Stream target) => lease.Value.CopyTo(target);

    /// <summary>Sends it chunk by chunk, each when the receiver has taken those before it: a pipe that is given everything at once holds it
    /// a second time.</summary>
    /// <param name="target">What to send it to; it is not completed.</param>
    /// <param name="cancellationToken">Ends the sending early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled, or the target said that nobody reads any more.</exception>
    public async Task SendToAsync(PipeWriter target, CancellationToken cancellationToken)
    {
        FlushResult sent = await lease.Value.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
        if (sent.IsCompleted || sent.IsCanceled)
            throw new OperationCanceledException("The reader of the pipe has gone.");
    }

    public void Dispose() => lease.Dispose();
}
