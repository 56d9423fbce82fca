using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>What one scope holds of one type: first the rented objects, in order, then some at hand.</summary>
/// <remarks>Renting from a stocked lane is one read and one count; stock comes in runs from the thread's magazine, and everything goes back in one go.</remarks>
internal abstract class ScopeLane
{
    private const int SmallestRoom = 8;
    private const int LargestRun = 64;
    private const int LargestKeptRoom = 4096;

    internal readonly object Owner; // the type: store ids are used again, so a lane may be that of a type that is gone
    internal object?[] Items = [];
    internal int Rented; // at the start of Items
    private readonly MagazineStore _store;
    private int _held; // rented and at hand
    private int _noted; // of them, those that know where they stand: none until the first is detached
    private int _expected = 1; // what the last message rented

    protected ScopeLane(object owner, MagazineStore store)
    {
        Owner = owner;
        _store = store;
    }

    internal bool IsUsed => _held > 0;

    /// <summary>Rents when none is at hand.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object RentSlow()
    {
        int held = _held;
        int run = Math.Min(LargestRun, Math.Max(1, _expected - held));
        if (Items.Length - held < run)
            Array.Resize(ref Items, Math.Max(SmallestRoom, Math.Max(held + run, held * 2)));

        Span<object?> room = Items.AsSpan(held, run);
        int taken = _store.PopRun(room);
        if (taken == 0 && run > 1)
            taken = _store.PopAvailable<object>(room!);

        if (taken == 0)
        {
            Items[held] = TakeOne();
            taken = 1;
        }

        _held = held + taken;
        return Items[Rented++]!;
    }

    /// <summary>Gives up one rented object; the last rented one takes its place, and that one's place the last at hand.</summary>
    /// <param name="item">An object of the lane's class.</param>
    /// <param name="slot">The object's note of where it stands, old or new.</param>
    /// <returns><see langword="false"/> if the lane does not hold it.</returns>
    internal bool TryRemove(object item, ref int slot)
    {
        if (_noted < _held)
        {
            NotePlaces(Items.AsSpan(_noted, _held - _noted), _noted);
            _noted = _held;
        }

        int place = slot;
        if ((uint)place >= (uint)Rented || Items[place] != item)
            return false;

        Remove(place);
        return true;
    }

    /// <summary>Resets and returns what is rented, and returns what is at hand. Whatever throws, the lane is empty afterwards.</summary>
    internal void ReturnAll(ref BulkReturn result)
    {
        Span<object> rented = Items.AsSpan(0, Rented)!;
        Span<object> atHand = Items.AsSpan(Rented, _held - Rented)!;
        _expected = Rented;
        ReturnRented(rented, ref result);
        if (atHand.Length > 0)
            Push(atHand, ref result);

        if (Items.Length > LargestKeptRoom && Rented < Items.Length / 4)
            Items = []; // grown for a message that was the exception
        else
            Array.Clear(Items, 0, _held);

        Rented = 0;
        _held = 0;
        _noted = 0;
    }

    /// <summary>Takes one object from the pool's slow path, or creates it.</summary>
    protected abstract object TakeOne();

    /// <summary>Notes on objects where they stand.</summary>
    protected abstract void NotePlaces(ReadOnlySpan<object?> items, int slot);

    /// <summary>Resets objects; as <see cref="IItemPolicy{T}.ResetRun"/>.</summary>
    protected abstract void ResetRun(ReadOnlySpan<object> items, ref int kept);

    private void Remove(int slot)
    {
        int lastRented = --Rented;
        if (slot != lastRented)
            Move(lastRented, slot);

        int last = --_held;
        _noted = last;
        if (lastRented != last)
            Move(last, lastRented);

        Items[last] = null;
    }

    private void Move(int from, int to)
    {
        Items[to] = Items[from];
        NotePlaces(Items.AsSpan(to, 1), to);
    }

    private void Push(ReadOnlySpan<object> items, ref BulkReturn result)
    {
        int pushed = _store.PushRun(items);
        if (pushed < items.Length)
            _store.PushMany(items.Slice(pushed), ref result);
    }

    private void ReturnRented(ReadOnlySpan<object> items, ref BulkReturn result)
    {
        while (true)
        {
            int kept = 0;
            try
            {
                ResetRun(items, ref kept);
            }
            catch (Exception exception)
            {
                result.Fail(exception);
            }

            Push(items.Slice(0, kept), ref result);
            if (kept == items.Length)
                return;

            _store.CountDropped();
            result.Drop(items[kept]);
            items = items.Slice(kept + 1);
        }
    }
}
