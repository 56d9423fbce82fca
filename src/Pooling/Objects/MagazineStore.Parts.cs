namespace Pooling.Objects;

/// <content>Parts: items that stay with an object of another pool, in use or idle. They count as rented, and against the limit of this
/// pool.</content>
internal sealed partial class MagazineStore
{
    private int _partEpoch;

    /// <summary>Changes whenever the pool trims or ends: owners let parts go that they do not use when they next see it.</summary>
    internal int PartEpoch => Volatile.Read(ref _partEpoch); // pairs with the increments in ChangePartEpoch

    /// <summary>Charges rented items to the limit, for an owner that is going to keep them.</summary>
    /// <returns>How many it may keep. A pool that counts bytes lets none be kept: it would not know theirs.</returns>
    internal int ChargeParts(int wanted)
    {
        if (_limits.CountsBytes || _disposed)
            return 0;

        using (_depot.Enter())
            return _depot.ChargeParts(wanted);
    }

    /// <summary>Takes back the charge of parts that their owner gives back or hands out.</summary>
    internal void DischargeParts(int parts)
    {
        using (_depot.Enter())
            _depot.DischargeParts(parts);
    }

    /// <summary>Notes that an owner is gone, with its parts. Called by finalizers: takes no lock.</summary>
    internal void LoseParts(int parts) => _depot.LoseParts(parts);

    /// <summary>Sends owners of parts through their slow path.</summary>
    internal void ChangePartEpoch() => Interlocked.Increment(ref _partEpoch); // pairs with the read in PartEpoch

    /// <summary>Asks for a trim if it is time for one, on behalf of an owner whose parts keep this pool idle.</summary>
    internal void PostTrimQuietlyIfDue()
    {
        try
        {
            PostTrimIfDue();
        }
#pragma warning disable CA1031 // a clock that fails says nothing; the next caller of the pool is told
        catch
#pragma warning restore CA1031
        {
        }
    }
}
