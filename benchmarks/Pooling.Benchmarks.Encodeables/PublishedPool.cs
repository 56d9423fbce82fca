namespace Pooling.Benchmarks.Encodeables;

/// <summary>The published pool: a first-item slot and a bounded array that is scanned from its start, every exchange a
/// compare-and-swap. A sentinel in the item makes the first of several returns count.</summary>
internal sealed class PublishedPool<T>(Func<T> create) where T : PublishedEncodeable
{
    private readonly Slot[] _slots = new Slot[1_023];
    private T? _first;

    internal T Create()
    {
        T? item = _first;
        if (item is null || Interlocked.CompareExchange(ref _first, null, item) != item)
            item = Scan();

        item.BeginUse();
        return item;
    }

    internal void Reuse(T item)
    {
        if (!item.TryEndUse())
            return;

        item.Reset();
        if (_first is not null || Interlocked.CompareExchange(ref _first, item, null) is not null)
            Keep(item);
    }

    private T Scan()
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

    private void Keep(T item)
    {
        Slot[] slots = _slots;
        for (int i = 0; i < slots.Length; i++)
        {
            if (slots[i].Item is null && Interlocked.CompareExchange(ref slots[i].Item, item, null) is null)
                return;
        }
    }

    // A struct, so that a store checks no array covariance.
    private struct Slot
    {
        internal T? Item;
    }
}

/// <summary>What a published item carries.</summary>
internal abstract class PublishedEncodeable
{
    private int _inUse;

    internal abstract void Reset();

    internal void BeginUse() => Volatile.Write(ref _inUse, 1); // pairs with the compare-and-swap in TryEndUse

    internal bool TryEndUse() => Interlocked.CompareExchange(ref _inUse, 0, 1) == 1;
}

/// <summary>104 bytes.</summary>
internal sealed class PublishedItem : PublishedEncodeable
{
    internal uint ClientHandle;
    internal DataValue Value;
    internal DiagnosticInfo? Diagnostics;
    internal object? Message;
    internal object? Owner;
    internal object? Tag;

    internal override void Reset() =>
        (ClientHandle, Value, Diagnostics, Message, Owner, Tag) = (0, default, null, null, null, null);
}

/// <summary>48 bytes.</summary>
internal sealed class PublishedEvent : PublishedEncodeable
{
    internal uint ClientHandle;
    internal Variant[] Fields = [];
    internal object? Message;
    internal object? Owner;

    internal override void Reset() => (ClientHandle, Fields, Message, Owner) = (0, [], null, null);
}

/// <summary>80 bytes, its array and items apart.</summary>
internal sealed class PublishedDataChange : PublishedEncodeable
{
    internal PublishedItem[] Items = [];
    internal DiagnosticInfo[] DiagnosticInfos = [];
    internal uint SequenceNumber;
    internal bool MoreNotifications;
    internal DateTime PublishTime;
    internal IReadOnlyList<string?>? StringTable;
    internal object? Tag;
    internal object? Owner;

    internal override void Reset()
    {
        (Items, DiagnosticInfos, SequenceNumber, MoreNotifications) = ([], [], 0, false);
        (PublishTime, StringTable, Tag, Owner) = (default, null, null, null);
    }
}

/// <summary>48 bytes, its array and events apart.</summary>
internal sealed class PublishedEventList : PublishedEncodeable
{
    internal PublishedEvent[] Events = [];
    internal uint SequenceNumber;
    internal DateTime PublishTime;

    internal override void Reset() => (Events, SequenceNumber, PublishTime) = ([], 0, default);
}
