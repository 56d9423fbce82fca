namespace Pooling.Objects;

/// <content>Parts: items that stay with an object of another pool, whether that is in use or idle. They count as
/// rented, and against this pool's limit.</content>
internal sealed partial class MagazineStore
{
    private int _partEpoch;

    /// <summary>Changes whenever the pool trims or ends. Owners that see a change release the parts that they do not
    /// use.</summary>
    internal int PartEpoch => Volatile.Read(ref _partEpoch); // pairs with the increments in ChangePartEpoch

    /// <summary>Charges rented items to the limit, for an owner that will keep them.</summary>
    /// <returns>The number of items that it may keep.</returns>
    internal int ChargeParts(int wanted)
    {
        if (_disposed)
            return 0;

        using (_depot.Enter())
            return _depot.ChargeParts(wanted);
    }

    /// <summary>Removes the charge of parts that their owner returns or hands out.</summary>
    internal void DischargeParts(int parts)
    {
        using (_depot.Enter())
            _depot.DischargeParts(parts);
    }

    /// <summary>Records that an owner was lost together with its parts. Called by finalizers: takes no lock.</summary>
    internal void LoseParts(int parts) => _depot.LoseParts(parts);

    /// <summary>Sends owners of parts through their slow path.</summary>
    internal void ChangePartEpoch() => Interlocked.Increment(ref _partEpoch); // pairs with the read in PartEpoch
}
