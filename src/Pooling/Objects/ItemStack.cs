namespace Pooling.Objects;

/// <summary>A stack of items in chunks: grows without a copy, gives up its bottom without a copy, and never lies in the
/// large object heap. Used by one thread at a time.</summary>
/// <remarks>Invariant: the items lie at the positions from <see cref="Bottom"/> to <see cref="Top"/>, the oldest
/// first; every other slot is null. Only the first chunk may be shorter than the others, while it is the only one.
/// The default value is empty.</remarks>
internal struct ItemStack
{
    /// <summary>The slots of each chunk: 8 KB.</summary>
    internal const int ChunkLength = 1 << Shift;

    private const int Shift = 10;
    private const int SmallestChunk = 8;

    /// <summary>The position of the oldest item.</summary>
    internal int Bottom;

    /// <summary>The position after the newest item.</summary>
    internal int Top;

    private MagazineSlot[][]? _chunks;
    private int _chunkCount;
    private int _highest; // the highest top since the last call of ReleaseUnused

    internal readonly int Count => Top - Bottom;

    /// <summary>The slots of all chunks. For tests.</summary>
    internal readonly int Capacity =>
        _chunkCount == 0 ? 0 : (_chunkCount - 1) * ChunkLength + _chunks![0].Length;

    internal void Push(object item)
    {
        SlotsFrom(Top, 1)[0].Item = item;
        _highest = Math.Max(_highest, ++Top);
    }

    /// <summary>Takes the item that was pushed last.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    internal object? TryPop()
    {
        if (Top == Bottom)
            return null;

        ref MagazineSlot slot = ref SlotAt(--Top);
        object? item = slot.Item;
        slot.Item = null;
        RestartIfEmpty();
        return item;
    }

    /// <summary>Pushes items in their order.</summary>
    /// <typeparam name="T">A reference type, or a struct that wraps one reference.</typeparam>
    /// <param name="items">The items.</param>
    internal void PushRun<T>(ReadOnlySpan<T> items)
    {
        while (items.Length > 0)
        {
            Span<MagazineSlot> slots = SlotsFrom(Top, items.Length);
            if (items.Length > slots.Length)
                Reserve(items.Length); // all of it before the first copy, since it may run out of memory

            int count = Math.Min(items.Length, slots.Length);
            ReferenceSpan.CopyTo(items[..count], slots);
            Top += count;
            _highest = Math.Max(_highest, Top);
            items = items[count..];
        }
    }

    /// <summary>Makes room for items. They are pushed without an allocation then.</summary>
    internal void Reserve(int items)
    {
        int end = Top + items;
        for (int position = Top; position < end; position = (position | (ChunkLength - 1)) + 1)
            SlotsFrom(position, end - position);
    }

    /// <summary>Takes the last items, in their order.</summary>
    /// <typeparam name="T">A reference type, or a struct that wraps one reference.</typeparam>
    /// <param name="items">The span to fill; not longer than the stack.</param>
    internal void PopRun<T>(Span<T> items)
    {
        for (int left = items.Length; left > 0;)
        {
            int start = Math.Max((Top - 1) & -ChunkLength, Top - left);
            int count = Top - start;
            Span<MagazineSlot> slots = _chunks![start >> Shift].AsSpan(start & (ChunkLength - 1), count);
            ReferenceSpan.CopyFrom(items.Slice(left - count, count), slots);
            slots.Clear();
            Top = start;
            left -= count;
        }

        RestartIfEmpty();
    }

    /// <summary>Moves the oldest items into a list.</summary>
    internal void DropOldest(int count, List<object> dropped)
    {
        DropList.Reserve(dropped, count);
        for (; count > 0; count--)
        {
            ref MagazineSlot slot = ref SlotAt(Bottom++);
            dropped.Add(slot.Item!);
            slot.Item = null;
        }

        RestartIfEmpty();
        int empty = Bottom >> Shift;
        if (empty > 0)
            RemoveChunks(0, empty);
    }

    /// <summary>Gives up the chunks that no item has needed since the last call.</summary>
    internal void ReleaseUnused()
    {
        int needed = (_highest + ChunkLength - 1) >> Shift;
        if (needed < _chunkCount)
            RemoveChunks(needed, _chunkCount - needed);

        _highest = Top;
    }

    /// <summary>Gives up every chunk of an empty stack.</summary>
    internal void ReleaseAll()
    {
        _chunks = null;
        _chunkCount = Bottom = Top = _highest = 0;
    }

    internal readonly void CopyTo(List<object> items)
    {
        for (int position = Bottom; position < Top; position++)
            items.Add(SlotAt(position).Item!);
    }

    private readonly ref MagazineSlot SlotAt(int position) =>
        ref _chunks![position >> Shift][position & (ChunkLength - 1)];

    /// <summary>Returns the slots of a chunk from a position on, after making room.</summary>
    private Span<MagazineSlot> SlotsFrom(int position, int wanted)
    {
        int index = position >> Shift;
        int offset = position & (ChunkLength - 1);
        if (index == _chunkCount)
        {
            Allocations.Failing?.Invoke();
            if (_chunks is null || index == _chunks.Length)
                Array.Resize(ref _chunks, Math.Max(1, index * 2));

            _chunks[index] =
                new MagazineSlot[index > 0 ? ChunkLength : Math.Max(SmallestChunk, Math.Min(wanted, ChunkLength))];
            _chunkCount++;
        }

        ref MagazineSlot[] chunk = ref _chunks![index];
        if (wanted > chunk.Length - offset && chunk.Length < ChunkLength)
            Array.Resize(ref chunk, (int)Math.Min(ChunkLength, Math.Max((long)offset + wanted, 2 * chunk.Length)));

        return chunk.AsSpan(offset);
    }

    private void RestartIfEmpty()
    {
        if (Top == Bottom)
            Bottom = Top = 0;
    }

    private void RemoveChunks(int first, int count)
    {
        Array.Copy(_chunks!, first + count, _chunks!, first, _chunkCount - first - count);
        Array.Clear(_chunks!, _chunkCount - count, count);
        _chunkCount -= count;
        if (first > 0)
            return;

        int moved = Math.Min(Bottom >> Shift, count) << Shift;
        Bottom -= moved;
        Top -= moved;
        _highest = Math.Max(Top, _highest - moved);
    }
}
