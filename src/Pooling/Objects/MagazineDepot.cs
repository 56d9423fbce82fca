using System.Diagnostics;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>The part of a pool that all threads share: magazines, credit and counters. Every member except the hints is called within
/// <see cref="Enter"/>, and none of them runs user code.</summary>
/// <remarks>Invariant: items in the depot + items credited to threads + parts never exceed the limit. A thread
/// never holds more than its credit, so the pool as a whole never retains more than its limit. All magazines in the depot have the
/// ordinary size; a thread with smaller ones copies.
/// <para>Source: J. Bonwick and J. Adams, "Magazines and Vmem: Extending the Slab Allocator to Many CPUs and Arbitrary Resources", USENIX
/// 2001, for magazines, the depot, and the working set that determines what a trim drops.</para></remarks>
internal sealed partial class MagazineDepot
{
    private readonly Lock _gate = new();
    private readonly MagazineLimits _limits;
    private Magazine[] _stocked = new Magazine[4]; // none of them empty; the coldest at the bottom
    private int _stockedCount;
    private Magazine[] _spares = new Magazine[4]; // all of them empty
    private int _spareCount;
    private Magazine? _partial; // takes and gives single items
    private int _items;
    private int _idleItems; // the fewest items here since the last trim: the unused ones
    private int _idleSpares;

    internal MagazineDepot(MagazineLimits limits) => _limits = limits;

    /// <summary>What a test runs instead of waiting for the lock.</summary>
    internal Action? Waiting { get; set; }

    /// <summary>Set by Dispose: nothing is added any more.</summary>
    internal bool IsClosed { get; private set; }

    /// <summary>How often a rental or a return has come to the depot: for a magazine, a single item, or credit.</summary>
    internal long Exchanges { get; set; }

    internal long Rented { get; set; }

    internal long Returned { get; set; }

    internal long Created { get; set; }

    internal long Dropped { get; set; }

    private int RoomForItems => IsClosed ? 0 : _limits.MaxItems - _creditedItems - _items - _parts;

    internal LockHold Enter() => LockHold.Of(_gate, Waiting);

    /// <summary>Takes a magazine that is not empty.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    internal Magazine? TakeStocked()
    {
        Magazine? magazine = null;
        if (_stockedCount > 0)
        {
            magazine = _stocked[--_stockedCount];
            _stocked[_stockedCount] = null!;
        }
        else if (_partial is { Count: > 0 } partial)
        {
            magazine = partial;
            _partial = null;
        }

        if (magazine is not null)
            OnTaken(magazine.Count);

        return magazine;
    }

    /// <summary>Takes one item.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    internal object? TakeOne()
    {
        if (_partial is not { Count: > 0 })
        {
            if (_stockedCount == 0)
                return null;

            if (_partial is not null)
                AddSpare(_partial);

            _partial = _stocked[--_stockedCount];
            _stocked[_stockedCount] = null!;
        }

        object item = _partial.Pop();
        OnTaken(1);
        return item;
    }

    internal bool HasRoomFor(int items) => items <= RoomForItems;

    /// <summary>Takes a magazine with its items.</summary>
    /// <returns><see langword="false"/> if it does not fit as a whole; nothing was taken.</returns>
    internal bool TryAdd(Magazine magazine)
    {
        Debug.Assert(magazine.Count > 0 && magazine.Slots.Length == _limits.MagazineSize);
        if (magazine.Count > RoomForItems)
            return false;

        Stock(magazine);
        _items += magazine.Count;
        return true;
    }

    /// <summary>Takes one item.</summary>
    /// <returns><see langword="false"/> if it does not fit.</returns>
    internal bool TryAddOne(object item)
    {
        if (RoomForItems < 1)
            return false;

        if (_partial is { IsFull: true } full)
        {
            Stock(full);
            _partial = null;
        }

        _partial ??= TakeSpare();
        _partial.Push(item);
        _items++;
        return true;
    }

    /// <summary>Returns an empty magazine, a new one if none is left.</summary>
    internal Magazine TakeSpare()
    {
        if (_spareCount == 0)
            return new Magazine(_limits.MagazineSize);

        Magazine spare = _spares[--_spareCount];
        _spares[_spareCount] = null!;
        _idleSpares = Math.Min(_idleSpares, _spareCount);
        return spare;
    }

    /// <summary>Takes back an empty magazine; one of another size is left to the garbage collector.</summary>
    internal void AddSpare(Magazine magazine)
    {
        Debug.Assert(magazine.Count == 0);
        if (IsClosed || magazine.Slots.Length != _limits.MagazineSize)
            return;

        if (_spareCount == _spares.Length)
            Array.Resize(ref _spares, _spareCount * 2);

        _spares[_spareCount++] = magazine;
    }

    /// <summary>Moves all items into a list and counts them as dropped.</summary>
    internal void DrainTo(List<object> dropped)
    {
        int before = dropped.Count;
        while (_stockedCount > 0)
        {
            _stocked[--_stockedCount].DrainTo(dropped);
            _stocked[_stockedCount] = null!;
        }

        _partial?.DrainTo(dropped);
        _partial = null;
        Array.Clear(_spares, 0, _spareCount);
        _spareCount = _idleSpares = 0;
        _items = _idleItems = 0;
        Dropped += dropped.Count - before;
    }

    /// <summary>Moves the items that were not needed since the last trim into a list, the coldest first, and counts them as
    /// dropped.</summary>
    internal void TrimTo(List<object> dropped)
    {
        int before = dropped.Count;
        int idle = _idleItems;
        int cold = 0;
        while (cold < _stockedCount && _stocked[cold].Count <= idle)
        {
            Magazine magazine = _stocked[cold++];
            idle -= magazine.Count;
            magazine.DrainTo(dropped);
        }

        Array.Copy(_stocked, cold, _stocked, 0, _stockedCount - cold);
        Array.Clear(_stocked, _stockedCount - cold, cold);
        _stockedCount -= cold;

        if (_partial is not null && _partial.Count <= idle)
            _partial.DrainTo(dropped);

        Array.Clear(_spares, _spareCount - _idleSpares, _idleSpares);
        _spareCount -= _idleSpares;
        _items -= dropped.Count - before;
        _idleItems = _items;
        _idleSpares = _spareCount;
        Dropped += dropped.Count - before;
    }

    internal void Close() => IsClosed = true;

    internal PoolStatistics GetStatistics()
    {
        TakeOverLostParts();
        long rented = Rented;
        long returned = Returned;
        long retained = _items;
        for (int i = 0; i < ThreadCount; i++)
        {
            ThreadMagazines magazines = _threads[i];
            rented += Volatile.Read(ref magazines.Popped); // a plain counter of its thread, possibly slightly outdated
            returned += magazines.Pushed;
            retained += magazines.Retained;
        }

        return new PoolStatistics(rented, returned, Created, Dropped, retained, retainedBytes: 0, _parts);
    }

    /// <summary>Lists every retained item, including those in the magazines of threads, which may change in the meantime.</summary>
    internal void CopyRetainedTo(List<object> items)
    {
        for (int i = 0; i < _stockedCount; i++)
            _stocked[i].CopyTo(items);

        _partial?.CopyTo(items);
        for (int i = 0; i < ThreadCount; i++)
            _threads[i].CopyRetainedTo(items);
    }

    private void Stock(Magazine magazine)
    {
        if (_stockedCount == _stocked.Length)
            Array.Resize(ref _stocked, _stockedCount * 2);

        _stocked[_stockedCount++] = magazine;
    }

    private void OnTaken(int items)
    {
        _items -= items;
        _idleItems = Math.Min(_idleItems, _items);
    }
}
