using System.Runtime.CompilerServices;

namespace Pooling.Queues;

// Loops over all items.
internal sealed partial class RingChannelCore<T, TRing>
{
    // With a single reader: 1 from the first step of a loop until its enumerator is disposed, which is the whole life
    // of a loop; no other loop takes a step meanwhile. It does not exclude reads outside of loops, because a loop may
    // read ahead in its body.
    private int _loops;

    /// <summary>Reads all items. Unlike the loop of the base class, it looks at the token before each item, so that a
    /// cancellation ends it while there are items.</summary>
    internal async IAsyncEnumerable<T> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        bool isSingle = _readers.IsSingle;
        if (isSingle && Interlocked.Exchange(ref _loops, 1) != 0) // pairs with the write below
        {
            Throw.InvalidOperation(
                "Another loop reads all items at the same time, but the channel was created with SingleReader. "
                + "A loop ends when its enumerator is disposed.");
        }

        try
        {
            while (await WaitToReadAsync(cancellationToken).ConfigureAwait(false))
            {
                // a cancellation ends the next wait
                while (!cancellationToken.IsCancellationRequested && TryRead(out T item))
                    yield return item;
            }
        }
        finally
        {
            if (isSingle)
            {
                // pairs with the exchange above: the next loop sees what this one has taken
                Volatile.Write(ref _loops, 0);
            }
        }
    }
}
