using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Counts how many parts a list may keep of what their pool allows. Only the list references it: when the list
/// is collected, the charge is given back.</summary>
internal sealed class PartCharge(MagazineStore store)
{
    private int _parts;

    ~PartCharge()
    {
        if (_parts > 0)
            store.LoseParts(_parts);
    }

    internal int Parts => _parts;

    /// <summary>Charges parts that the list has just taken.</summary>
    /// <returns>The number of parts that it may keep.</returns>
    internal int Raise(int wanted)
    {
        int charged = store.ChargeParts(wanted);
        _parts += charged;
        return charged;
    }

    internal void LowerTo(int parts)
    {
        int discharged = _parts - parts;
        _parts = parts;
        store.DischargeParts(discharged);
    }
}
