using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>How many parts a list may keep of what their pool allows. The list alone refers to it: a list that nobody refers to any more
/// gives its charge back when its memory is collected.</summary>
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
    /// <returns>How many it may keep.</returns>
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
