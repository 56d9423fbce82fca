using System.Threading.Channels;

namespace Pooling.Queues;

/// <summary>The writing side of a <see cref="RingChannel{T}"/>.</summary>
internal sealed class RingChannelWriter<T, TRing>(RingChannelCore<T, TRing> core) : ChannelWriter<T>
    where TRing : struct, IRing<T>
{
    public override bool TryWrite(T item) => core.TryWrite(item);

    public override ValueTask WriteAsync(T item, CancellationToken cancellationToken = default) =>
        core.WriteAsync(item, cancellationToken);

    public override ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken = default) =>
        core.WaitToWriteAsync(cancellationToken);

    public override bool TryComplete(Exception? error = null) => core.TryComplete(error);
}
