using System.Diagnostics;

namespace Pooling.Objects;

/// <summary>The part of a pool that all threads share: magazines, credit, counters. Every member but the hints is called with <see cref="Gate"/> held, and none of them runs user code.</summary>
/// <remarks>Invariant at every instant: items here + items credited to threads is at most the limit, and the same for bytes. A thread never
/// holds more than its credit, so the whole pool never retains more than its limits.
/// <para>Source: J. Bonwick and J. Adams, "Magazines and Vmem: Extending the Slab Allocator to Many CPUs and Arbitrary Resources", USENIX
/// 2001, for magazines, depot and the working set that decides what a trim lets go.</para></remarks>
internal sealed class MagazineDepot
{
    internal readonly Lock Gate = new();

    private readonly MagazineLimits _limits;
    private Magazine[] _stocked = new Magazine[4]; // none of them empty; the coldest at the bottom
    private int _stockedCount;
    private Magazine[] _spares = new Magazine[4]; // all of them empty
    private int _spareCount;
    private Magazine? _partial; // takes and gives single items
    private ThreadMagazines[] _threads = [];
    private int _items;
    private long _bytes;
    private int _creditedItems;
    private long _creditedBytes;
    private int _idleItems; // the fewest items here since the last trim: what nobody needed
    private int _idleSpares;

    internal MagazineDepot(MagazineLimits limits) => _limits = limits;

    /// <summary>Set by Dispose: nothing enters any more.</summary>
    internal bool IsClosed { get; private set; }

    internal int ThreadCount { get; private set; }

    /// <summary>Whether any thread has magazines. A hint that may be read without the lock.</summary>
    internal bool HasThreads => ThreadCount > 0;

    internal long Rented { get; set; }

    internal long Returned { get; set; }

    internal long Created { get; set; }

    internal long Dropped { get; set; }

    /// <summary>The items that a thread without magazines would get credit for now: two magazines and the item at hand, or that item alone if
    /// the limits leave no more, or 0. A hint that may be read without the lock.</summary>
    internal int CreditAtHand =>
        FitsCredit(_limits.ThreadItems, _limits.ThreadBytes) ? _limits.ThreadItems
        : !_limits.CountsBytes && FitsCredit(1, bytes: 0) ? 1
        : 0;

    /// <summary>Whether a thread that has the item at hand only would get magazines now. A hint that may be read without the lock.</summary>
    internal bool MayRaiseCredit(ThreadMagazines magazines) => FitsCredit(_limits.ThreadItems - magazines.Credit, bytes: 0);

    private int RoomForItems => IsClosed ? 0 : _limits.MaximumItems - _creditedItems - _items;

    private long RoomForBytes => _limits.MaximumBytes - _creditedBytes - _bytes;

    /// <summary>Takes the credit that a thread's magazines need.</summary>
    /// <returns><see langword="false"/> if the limits do not leave so much, or the pool is disposed.</returns>
    internal bool TryRegister(ThreadMagazines magazines)
    {
        if (!FitsCredit(magazines.Credit, magazines.ByteCredit))
            return false;

        if (ThreadCount == _threads.Length)
            Array.Resize(ref _threads, Math.Max(4, ThreadCount * 2));

        magazines.Index = ThreadCount;
        _threads[ThreadCount++] = magazines;
        _creditedItems += magazines.Credit;
        _creditedBytes += magazines.ByteCredit;
        return true;
    }

    /// <summary>Takes the further credit of a thread that is about to get magazines.</summary>
    /// <returns><see langword="false"/> if the limits do not leave so much, or the pool is disposed.</returns>
    internal bool TryRaiseCredit(ThreadMagazines magazines)
    {
        int more = _limits.ThreadItems - magazines.Credit;
        if (!FitsCredit(more, bytes: 0))
            return false;

        _creditedItems += more;
        magazines.Credit += more;
        return true;
    }

    /// <summary>Gives back the credit of a thread whose magazines are empty now, and takes over its counters.</summary>
    internal void Unregister(ThreadMagazines magazines)
    {
        Debug.Assert(_threads[magazines.Index] == magazines);
        Rented += magazines.Popped;
        Returned += magazines.Pushed(_limits.CountsBytes);

        ThreadMagazines last = _threads[--ThreadCount];
        _threads[magazines.Index] = last;
        last.Index = magazines.Index;
        _threads[ThreadCount] = null!;
        _creditedItems -= magazines.Credit;
        _creditedBytes -= magazines.ByteCredit;
    }

    internal ThreadMagazines Thread(int index) => _threads[index];

    /// <summary>Takes a magazine that is not empty and holds at most the given bytes.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    internal Magazine? TakeStocked(long maximumBytes)
    {
        Magazine? magazine = null;
        if (_stockedCount > 0)
        {
            if (_stocked[_stockedCount - 1].Bytes > maximumBytes)
                return null;

            magazine = _stocked[--_stockedCount];
            _stocked[_stockedCount] = null!;
        }
        else if (_partial is { Count: > 0 } partial && partial.Bytes <= maximumBytes)
        {
            magazine = partial;
            _partial = null;
        }

        if (magazine is not null)
            OnTaken(magazine.Count, magazine.Bytes);

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

        long size = _partial.PeekSize();
        object item = _partial.Pop();
        OnTaken(1, size);
        return item;
    }

    internal bool HasRoomFor(int items) => items <= RoomForItems;

    /// <summary>Takes over a magazine with its items.</summary>
    /// <returns><see langword="false"/> if it does not fit whole; nothing was taken.</returns>
    internal bool TryAdd(Magazine magazine)
    {
        Debug.Assert(magazine.Count > 0);
        if (magazine.Count > RoomForItems || magazine.Bytes > RoomForBytes)
            return false;

        Stock(magazine);
        _items += magazine.Count;
        _bytes += magazine.Bytes;
        return true;
    }

    /// <summary>Takes over one item.</summary>
    /// <returns><see langword="false"/> if it does not fit.</returns>
    internal bool TryAddOne(object item, long size)
    {
        if (RoomForItems < 1 || size > RoomForBytes)
            return false;

        if (_partial is { IsFull: true } full)
        {
            Stock(full);
            _partial = null;
        }

        _partial ??= TakeSpare();
        _partial.Push(item, size);
        _items++;
        _bytes += size;
        return true;
    }

    /// <summary>Takes an empty magazine, a new one if none is left.</summary>
    internal Magazine TakeSpare()
    {
        if (_spareCount == 0)
            return new Magazine(_limits.MagazineSize, _limits.CountsBytes);

        Magazine spare = _spares[--_spareCount];
        _spares[_spareCount] = null!;
        _idleSpares = Math.Min(_idleSpares, _spareCount);
        return spare;
    }

    /// <summary>Takes back an empty magazine.</summary>
    internal void AddSpare(Magazine magazine)
    {
        Debug.Assert(magazine.Count == 0);
        if (IsClosed || magazine.Slots.Length == 0)
            return;

        if (_spareCount == _spares.Length)
            Array.Resize(ref _spares, _spareCount * 2);

        _spares[_spareCount++] = magazine;
    }

    /// <summary>Moves everything into a list, and counts it as dropped.</summary>
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
        _bytes = 0;
        Dropped += dropped.Count - before;
    }

    /// <summary>Moves what nobody needed since the last trim into a list, the coldest first, and counts it as dropped.</summary>
    internal void TrimTo(List<object> dropped)
    {
        int before = dropped.Count;
        int idle = _idleItems;
        int cold = 0;
        while (cold < _stockedCount && _stocked[cold].Count <= idle)
        {
            Magazine magazine = _stocked[cold++];
            idle -= magazine.Count;
            _bytes -= magazine.Bytes;
            magazine.DrainTo(dropped);
        }

        Array.Copy(_stocked, cold, _stocked, 0, _stockedCount - cold);
        Array.Clear(_stocked, _stockedCount - cold, cold);
        _stockedCount -= cold;

        if (_partial is not null && _partial.Count <= idle)
        {
            _bytes -= _partial.Bytes;
            _partial.DrainTo(dropped);
        }

        Array.Clear(_spares, _spareCount - _idleSpares, _idleSpares);
        _spareCount -= _idleSpares;
        _items -= dropped.Count - before;
        _idleItems = _items;
        _idleSpares = _spareCount;
        Dropped += dropped.Count - before;
    }

    internal void Close() => IsClosed = true;

    internal MagazinePoolStatistics GetStatistics()
    {
        long rented = Rented;
        long returned = Returned;
        long retained = _items;
        long retainedBytes = _bytes;
        for (int i = 0; i < ThreadCount; i++)
        {
            ThreadMagazines magazines = _threads[i];
            rented += Volatile.Read(ref magazines.Popped); // a plain counter of its thread: a moment old at most
            returned += magazines.Pushed(_limits.CountsBytes);
            retained += magazines.Retained(_limits.CountsBytes);
            retainedBytes += magazines.RetainedBytes;
        }

        return new MagazinePoolStatistics(rented, returned, Created, Dropped, retained, retainedBytes);
    }

    /// <summary>Lists every item that is retained, those in the magazines of threads as of a moment ago.</summary>
    internal void CopyRetainedTo(List<object> items)
    {
        for (int i = 0; i < _stockedCount; i++)
            _stocked[i].CopyTo(items);

        _partial?.CopyTo(items);
        for (int i = 0; i < ThreadCount; i++)
            _threads[i].CopyRetainedTo(items);
    }

    private bool FitsCredit(int items, long bytes) =>
        !IsClosed
        && items > 0
        && _creditedItems <= _limits.MaximumCreditedItems - items
        && _items <= _limits.MaximumItems - _creditedItems - items
        && _creditedBytes <= _limits.MaximumCreditedBytes - bytes
        && _bytes <= _limits.MaximumBytes - _creditedBytes - bytes;

    private void Stock(Magazine magazine)
    {
        if (_stockedCount == _stocked.Length)
            Array.Resize(ref _stocked, _stockedCount * 2);

        _stocked[_stockedCount++] = magazine;
    }

    private void OnTaken(int items, long bytes)
    {
        _items -= items;
        _bytes -= bytes;
        _idleItems = Math.Min(_idleItems, _items);
    }
}
