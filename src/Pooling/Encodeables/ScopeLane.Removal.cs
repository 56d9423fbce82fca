using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Objects that leave the scope before it ends.</content>
internal abstract partial class ScopeLane
{
    /// <summary>Gives up one rented object. The last rented object takes its place, and the last idle object takes that
    /// one's place.</summary>
    /// <param name="item">An object of the lane's class.</param>
    /// <param name="slot">The object's index in the lane, current or outdated.</param>
    /// <returns><see langword="false"/> if the lane does not hold it.</returns>
    internal bool TryRemove(object item, ref int slot)
    {
        int rented = Rented;
        while (_noted < rented)
        {
            int run = Math.Min(Size - (_noted % Size), rented - _noted);
            NotePlaces(_magazines[_noted / Size].Slots.AsSpan(_noted % Size, run), _noted);
            _noted += run;
        }

        int place = slot;
        if ((uint)place >= (uint)rented || At(place).Item != item)
            return false;

        Remove(place, rented - 1);
        return true;
    }

    private void Remove(int place, int lastRented)
    {
        _most = Math.Max(_most, _used);
        if (Next == 0)
            MoveTo(_current - 1, rented: Size);

        Next--;
        _noted = lastRented;
        if (place != lastRented)
        {
            At(place) = At(lastRented);
            NotePlaces(_magazines[place / Size].Slots.AsSpan(place % Size, 1), place);
        }

        if (_magazines[_used - 1].Count == 0)
            _used--; // no object could be created for it

        LaneMagazine last = _magazines[_used - 1];
        object moved = last.Pop();
        if ((_used - 1) * Size + last.Count != lastRented)
            At(lastRented).Item = moved;

        if (last.Count == 0 && _used - 1 > _current)
            _used--;
    }

    private ref MagazineSlot At(int place) => ref _magazines[place / Size].Slots[place % Size];
}
