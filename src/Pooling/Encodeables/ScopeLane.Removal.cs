using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Objects that leave the scope before it ends.</content>
internal abstract partial class ScopeLane
{
    /// <summary>Gives up one rented object. The last rented object takes its place, and the last idle object takes that one's
    /// place.</summary>
    /// <param name="item">An object of the lane's class.</param>
    /// <param name="slot">The object's index in the lane, current or outdated.</param>
    /// <returns><see langword="false"/> if the lane does not hold it.</returns>
    internal bool TryRemove(object item, ref int slot)
    {
        int rented = Rented;
        while (_noted < rented)
        {
            int run = Math.Min(_size - (_noted % _size), rented - _noted);
            NotePlaces(_magazines[_noted / _size].Slots.AsSpan(_noted % _size, run), _noted);
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
            MoveTo(_current - 1, rented: _size);

        Next--;
        _noted = lastRented;
        if (place != lastRented)
        {
            At(place) = At(lastRented);
            NotePlaces(_magazines[place / _size].Slots.AsSpan(place % _size, 1), place);
        }

        if (_magazines[_used - 1].Count == 0)
            _used--; // no object could be created for it

        Magazine last = _magazines[_used - 1];
        object moved = last.Pop();
        if ((_used - 1) * _size + last.Count != lastRented)
            At(lastRented).Item = moved;

        if (last.Count == 0 && _used - 1 > _current)
            _used--;
    }

    private ref MagazineSlot At(int place) => ref _magazines[place / _size].Slots[place % _size];
}
