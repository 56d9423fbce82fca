using System.Runtime.CompilerServices;

namespace Pooling.Queues;

/// <content>All batches, one after the other.</content>
public sealed partial class BatchReader<T>
{
    /// <summary>Reads all batches until the channel is completed.</summary>
    /// <param name="maxCount">The maximum number of items in a batch.</param>
    /// <param name="maxWait">The maximum time to wait for more items after the first one of a batch, as in
    /// <see cref="ReadBatchAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait for the next batch.</param>
    /// <returns>The batches. Each is valid until the next one is asked for: its memory is used again, and keeps no
    /// references.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCount"/> is less than 1;
    /// <paramref name="maxWait"/> is negative and not infinite, or longer than a timer can wait.</exception>
    /// <exception cref="InvalidOperationException">Another read has not ended.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <remarks>
    /// <para>If the channel was completed with an exception, the exception is thrown after all items are read. Items
    /// that are in no batch yet when the loop ends remain in the channel.</para>
    /// <para>Allocation: the memory of a batch and the enumerator, once for each loop.</para>
    /// </remarks>
    public IAsyncEnumerable<ReadOnlyMemory<T>> ReadAllBatchesAsync(
        int maxCount, TimeSpan maxWait, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        ThrowIfNoWait(maxWait);
        return ReadAll(maxCount, maxWait, cancellationToken);
    }

    private async IAsyncEnumerable<ReadOnlyMemory<T>> ReadAll(
        int maxCount, TimeSpan maxWait, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var items = new T[maxCount];
        while (await ReadBatchAsync(items, maxWait, cancellationToken).ConfigureAwait(false) is > 0 and int count)
        {
            yield return items.AsMemory(0, count);
            items.AsSpan(0, count).Clear();
        }
    }
}
