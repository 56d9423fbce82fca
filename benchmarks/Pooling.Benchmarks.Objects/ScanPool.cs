namespace Pooling.Benchmarks.Objects;

/// <summary>The technique of the published pool: a fast slot and a bounded array, which is scanned from its start. Every exchange is a
/// compare-and-swap.</summary>
internal sealed class ScanPool<T>(Func<T> create) where T : class
{
    private readonly Slot[] _slots = new Slot[1_023];
    private T? _first;

    internal T Get()
    {
        T? item = _first;
        return item is not null && Interlocked.CompareExchange(ref _first, null, item) == item ? item : GetSlow();
    }

    internal void Return(T item)
    {
        if (_first is not null || Interlocked.CompareExchange(ref _first, item, null) is not null)
            ReturnSlow(item);
    }

    private T GetSlow()
    {
        Slot[] slots = _slots;
        for (int i = 0; i < slots.Length; i++)
        {
            T? item = slots[i].Item;
            if (item is not null && Interlocked.CompareExchange(ref slots[i].Item, null, item) == item)
                return item;
        }

        return create();
    }

    private void ReturnSlow(T item)
    {
        Slot[] slots = _slots;
        for (int i = 0; i < slots.Length; i++)
        {
            if (slots[i].Item is null && Interlocked.CompareExchange(ref slots[i].Item, item, null) is null)
                return;
        }
    }

    // A struct, so that a store does not check array covariance.
    private struct Slot
    {
        internal T? Item;
    }
}
