using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Parts: items that are neither in the depot nor in a thread's magazine, but in objects of another
/// pool.</content>
internal sealed partial class MagazineDepot
{
    private int _parts; // counted against the limit
    private int _lostParts; // reported by finalizers, not yet taken over

    /// <summary>Charges as many parts as fit.</summary>
    internal int ChargeParts(int wanted)
    {
        TakeOverLostParts();
        int charged = Math.Max(0, Math.Min(wanted, Room));
        _parts += charged;
        return charged;
    }

    internal void DischargeParts(int parts) => _parts -= parts;

    /// <summary>Takes no lock.</summary>
    // pairs with the exchange in TakeOverLostParts
    internal void LoseParts(int parts) => Interlocked.Add(ref _lostParts, parts);

    /// <summary>Gives up the charge of parts whose list was collected. Called before the depot refuses an
    /// item, and before an item is counted as one too many.</summary>
    internal void TakeOverLostParts()
    {
        if (Volatile.Read(ref _lostParts) == 0) // pairs with the addition in LoseParts
            return;

        int lost = Interlocked.Exchange(ref _lostParts, 0); // pairs with the addition in LoseParts
        _parts -= lost;
        Returned += lost;
        Dropped.Add(lost, DropReason.Failed); // their object was collected
    }
}
