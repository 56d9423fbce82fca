using System.Diagnostics;

namespace Pooling.Buffers;

/// <summary>The open reservations of one segmented writer, in the order of their creation.</summary>
/// <remarks>Invariant: the first and the last entry are open. Entries between them may already be closed; they are
/// removed when they become the first or the last, or when room is needed and half of all entries are closed. So
/// closing in order, in reverse, or next to either end costs the same however many are open.</remarks>
internal sealed class SegmentReservationList
{
    private const int FirstCapacity = 4;
    private const int Closed = -1;

    private Entry[] _entries = new Entry[FirstCapacity];
    private int _first;
    private int _end;
    private int _openCount;

    internal int Capacity => _entries.Length;

    /// <summary>The number of entries searched or moved so far other than the first and the last: the cost that may
    /// depend on the number of open reservations.</summary>
    internal long Steps { get; private set; }

    /// <summary>Makes room for one more entry, so that <see cref="Add"/> cannot fail.</summary>
    internal void MakeRoom()
    {
        if (_end < _entries.Length)
            return;

        Entry[] target = _openCount > _entries.Length / 2 ? new Entry[_entries.Length * 2] : _entries;
        int kept = 0;
        for (int i = _first; i < _end; i++)
        {
            if (_entries[i].Length != Closed)
                target[kept++] = _entries[i];
        }

        if (target == _entries)
            Array.Clear(target, kept, _end - kept);

        Steps += _end - _first;
        _entries = target;
        _first = 0;
        _end = kept;
    }

    internal void Add(in Entry entry)
    {
        _entries[_end++] = entry;
        _openCount++;
    }

    /// <summary>Finds an open reservation.</summary>
    /// <returns>Its index, valid until the list changes; -1 if it is not open.</returns>
    internal int Find(long serial)
    {
        if (_openCount == 0)
            return -1;

        if (_entries[_end - 1].Serial == serial)
            return _end - 1;

        if (_entries[_first].Serial == serial)
            return _first;

        int from = _first + 1;
        int to = _end - 2;
        while (from <= to)
        {
            Steps++;
            int middle = (int)((uint)(from + to) / 2);
            long found = _entries[middle].Serial;
            if (found == serial)
                return _entries[middle].Length == Closed ? -1 : middle;

            if (found < serial)
                from = middle + 1;
            else
                to = middle - 1;
        }

        return -1;
    }

    /// <summary>Whether no later reservation is open.</summary>
    internal bool IsLast(int index) => index == _end - 1;

    internal ref Entry At(int index) => ref _entries[index];

    /// <summary>Returns the length of a reservation in bytes, or <see langword="null"/> if it is not open. For
    /// debuggers: it searches all of them.</summary>
    internal int? LengthOf(long serial)
    {
        Entry[] entries = _entries;
        for (int i = _first; i < _end && i < entries.Length; i++)
        {
            if (entries[i].Serial == serial && entries[i].Length != Closed)
                return entries[i].Length;
        }

        return null;
    }

    internal void Close(int index)
    {
        Debug.Assert(_entries[index].Length != Closed);
        _entries[index].Length = Closed;
        _entries[index].Segment = null; // otherwise a chunk that the writer gave up would stay alive
        _openCount--;
        while (_end > _first && _entries[_end - 1].Length == Closed)
            _entries[--_end] = default;

        while (_first < _end && _entries[_first].Length == Closed)
            _entries[_first++] = default;

        if (_first == _end)
            _first = _end = 0;
    }

    /// <summary>Closes the reservations that extend beyond the given count of bytes.</summary>
    internal void CloseBeyond(long newCount)
    {
        while (_openCount > 0 && _entries[_end - 1] is var last && last.Start + last.Length > newCount)
            Close(_end - 1);
    }

    internal void CloseAll()
    {
        Array.Clear(_entries, _first, _end - _first);
        _first = _end = _openCount = 0;
    }

    internal struct Entry
    {
        internal long Serial;
        internal long Start; // in the sequence
        internal BufferSegment? Segment; // where it starts; null if it has no bytes
        internal int Offset; // in that chunk
        internal int Length;
    }
}
