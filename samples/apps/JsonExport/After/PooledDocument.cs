using System.IO.Pipelines;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.JsonExport.After;

/// <summary>A document that is written but not yet sent, so that its length is known. It must be disposed after it is sent.</summary>
/// <remarks>It is stored in chunks of at most 64 KB: it takes about as much memory as it has bytes, none of it on the large object
/// heap.</remarks>
internal readonly struct PooledDocument(PooledLease<SegmentedBufferWriter> lease) : IDisposable
{
    /// <summary>The length in bytes.</summary>
    public long Length => lease.Value.WrittenCount;

    public void SendTo(Stream target) => lease.Value.CopyTo(target);

    /// <summary>Sends the document chunk by chunk, each after the receiver has taken the previous ones. A pipe that gets everything at once
    /// would hold a second copy.</summary>
    /// <param name="target">The pipe to send it to. It is not completed.</param>
    /// <param name="cancellationToken">A token that cancels the operation.</param>
    /// <exception cref="OperationCanceledException">The token was canceled, or the reader of the pipe has completed.</exception>
    public async Task SendToAsync(PipeWriter target, CancellationToken cancellationToken)
    {
        FlushResult sent = await lease.Value.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
        if (sent.IsCompleted || sent.IsCanceled)
            throw new OperationCanceledException("The reader of the pipe has completed.");
    }

    public void Dispose() => lease.Dispose();
}
