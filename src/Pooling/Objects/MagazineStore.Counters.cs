using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Counting, and reading the counters.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Counts an item that was returned and is not kept.</summary>
    internal void CountDropped(DropReason reason, object item)
    {
        if (Mode != PoolingMode.Off)
            this.NoteReturned(item);

        CountDropped(reason);
    }

    internal void CountDropped(DropReason reason)
    {
        using (_depot.Enter())
        {
            _depot.Returned++;
            _depot.Dropped.Add(1, reason);
        }

        if (reason == DropReason.Limit)
            ReportLimit();
    }

    /// <summary>Counts a collection that an item gave up in its reset.</summary>
    internal void CountReplaced() => Interlocked.Increment(ref _depot.Replaced); // pairs with the read in GetStatistics

    /// <summary>Reverses the count of an item that was to be created and is not.</summary>
    internal void CountNotCreated(int items = 1)
    {
        using (_depot.Enter())
        {
            _depot.Created -= items;
            _depot.Rented -= items;
        }
    }

    /// <summary>Counts an item that is rented without a request to this store.</summary>
    internal void CountCreated()
    {
        using (_depot.Enter())
            CountCreating(1);
    }

    /// <summary>Returns the counters, with the bytes of the retained items.</summary>
    // pairs with the write in MeasureItems
    internal PoolStatistics GetStatistics() => Volatile.Read(ref SizeOf) is { } sizeOf
        ? GetCounters() with { RetainedBytes = WalkRetainedBytes(sizeOf) }
        : GetCounters();

    /// <summary>Returns the counters alone, in constant memory and without a visit of the items.</summary>
    internal PoolStatistics GetCounters()
    {
        using (_depot.Enter())
        {
            PoolStatistics shared = _depot.GetStatistics();
            (long rented, long returned, long retained) = (shared.TotalRented, shared.TotalReturned, shared.Retained);
            for (int i = 0; i < _depot.Threads.Count; i++)
            {
                // a plain counter of its thread, possibly slightly outdated
                rented += Volatile.Read(ref _depot.Threads[i].Popped);
                returned += _depot.Threads[i].Pushed;
                retained += _depot.Threads[i].Retained;
            }

            return shared with { TotalRented = rented, TotalReturned = returned, Retained = retained };
        }
    }

    private void CountCreating(int items)
    {
        _depot.Created += items;
        _depot.Rented += items;
        // depot and threads keep these many of the items that exist
        long kept = _depot.MaxItems + (long)_depot.Threads.Count * _perThread;
        if (_depot.MaxItems == 0 || _depot.Created - _depot.Dropped.Total <= kept)
            return;

        _depot.TakeOverLostParts(); // those that were collected no longer exist
        long above = _depot.Created - _depot.Dropped.Total - kept;
        if (above > 0)
            _depot.CreatedAboveMax += Math.Min(above, items);
    }
}
