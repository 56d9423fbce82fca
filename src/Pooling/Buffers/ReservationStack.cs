using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>The open reservations of one writer, in the order of their creation, which is also the order of their
/// positions.</summary>
/// <remarks>The last entry is always open. Earlier entries may already be closed; they are removed when those after
/// them are.</remarks>
internal sealed class ReservationStack
{
    private const int FirstCapacity = 8;

    // Nested messages are rarely deeper. A stack that was needed once must not be kept forever.
    private const int MaxKept = 1024;
    private const int Closed = -1;

    private Entry[] _entries = new Entry[FirstCapacity];
    private int _count;
    private long _lastSerial; // never restarts, so that no reservation is mistaken for another
    // the last serial when open reservations were last removed; later ones can only have been patched
    private long _lastTakenBack;

    internal bool IsEmpty => _count == 0;

    internal int Capacity => _entries.Length;

    internal bool HasRoom => _count < _entries.Length;

    /// <summary>Makes room for one more entry, so that <see cref="Push"/> cannot fail.</summary>
    internal void MakeRoom()
    {
        if (!HasRoom)
            Array.Resize(ref _entries, _count * 2);
    }

    /// <returns>The serial of the new entry.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal long Push(int position, int length)
    {
        ref Entry entry = ref _entries[_count];
        entry.Position = position;
        entry.Length = length;
        entry.Serial = ++_lastSerial;
        _count++;
        return _lastSerial;
    }

    /// <summary>Finds an open reservation.</summary>
    /// <exception cref="InvalidOperationException">The reservation is not open.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref Entry Find(long serial, out int index)
    {
        Entry[] entries = _entries;
        index = _count - 1;
        if ((uint)index < (uint)entries.Length && entries[index].Serial == serial)
            return ref entries[index];

        return ref FindBelow(serial, out index);
    }

    /// <summary>Returns the length of a reservation, or <see langword="null"/> if it is not open. For debuggers: it
    /// searches all of them.</summary>
    internal int? LengthOf(long serial)
    {
        Entry[] entries = _entries;
        for (int i = 0; i < _count && i < entries.Length; i++)
        {
            if (entries[i].Serial == serial && entries[i].Length != Closed)
                return entries[i].Length;
        }

        return null;
    }

    internal bool IsLast(int index) => index == _count - 1;

    /// <summary>Ends an open reservation, and removes the closed ones below it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Close(int index)
    {
        Debug.Assert(_entries[index].Length != Closed);
        if (index == _count - 1)
            Pop(index);
        else
            _entries[index].Length = Closed;
    }

    /// <summary>Ends all open reservations, because the content they are part of is gone.</summary>
    internal void TakeBack()
    {
        _count = 0;
        _lastTakenBack = _lastSerial;
    }

    /// <summary>Ends the reservations that extend beyond the given count of items.</summary>
    internal void TakeBackBeyond(int newCount)
    {
        while (_count > 0 && _entries[_count - 1] is var last && last.Position + last.Length > newCount)
        {
            Pop(_count - 1);
            _lastTakenBack = _lastSerial;
        }
    }

    /// <summary>Ends all open reservations, and drops a stack that is too large to keep.</summary>
    internal void Trim()
    {
        if (_count > 0)
            TakeBack();

        if (_entries.Length > MaxKept)
            _entries = new Entry[FirstCapacity];
    }

    private void Pop(int index)
    {
        while (index > 0 && _entries[index - 1].Length == Closed)
            index--;

        _count = index;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref Entry FindBelow(long serial, out int index)
    {
        int from = 0;
        int to = _count - 1;
        while (from <= to)
        {
            index = (int)((uint)(from + to) / 2);
            long found = _entries[index].Serial;
            if (found == serial && _entries[index].Length != Closed)
                return ref _entries[index];

            if (found < serial)
                from = index + 1;
            else
                to = index - 1;
        }

        index = -1;
        ThrowEnded(serial);
        return ref _entries[0];
    }

    [DoesNotReturn]
    private void ThrowEnded(long serial) => Throw.InvalidOperation(
        serial > _lastTakenBack
            ? "The reservation was already patched."
            : "The reservation has ended: its content was reset, truncated, detached or returned since, "
            + "or it was patched before that.");

    /// <summary>Throws because the length of a reservation would change while later ones are open.</summary>
    [DoesNotReturn]
    internal static void ThrowNotLast() => Throw.InvalidOperation(
        "The reservation is not the last open one. A patch that changes the length moves everything after it. "
        + "Patch the later reservations first.");

    /// <summary>Throws because items to write are a part of the memory that they would move.</summary>
    [DoesNotReturn]
    internal static void ThrowOwnItems() => Throw.Argument(
        "The items are in the writer's own memory, which Replace moves. Copy them first.", "items");

    internal struct Entry
    {
        internal long Serial;
        internal int Position;
        internal int Length;
    }
}
