using System.Diagnostics.CodeAnalysis;

namespace Pooling.Queues;

/// <summary>The reading side of a <see cref="RingChannel{T}"/>.</summary>
internal sealed class RingChannelReader<T, TRing>(RingChannelCore<T, TRing> core, bool canPeek) : EnumeratedReader<T>
    where TRing : struct, IRing<T>
{
    public override Task Completion => core.Completion;

    public override bool CanCount => true;

    public override int Count => core.Count;

    public override bool CanPeek => canPeek;

    public override bool TryPeek([MaybeNullWhen(false)] out T item)
    {
        if (canPeek)
            return core.TryPeek(out item);

        item = default;
        return false;
    }

    public override bool TryRead([MaybeNullWhen(false)] out T item) => core.TryRead(out item);

    public override ValueTask<T> ReadAsync(CancellationToken cancellationToken = default) =>
        core.ReadAsync(cancellationToken);

    public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) =>
        core.WaitToReadAsync(cancellationToken);

    protected override IAsyncEnumerable<T> ReadAll(CancellationToken cancellationToken) =>
        core.ReadAllAsync(cancellationToken);
}
