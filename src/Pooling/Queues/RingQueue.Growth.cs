using System.Runtime.CompilerServices;

namespace Pooling.Queues;

// The storage: it grows by doubling, shrinks on request.
public sealed partial class RingQueue<T>
{
    /// <summary>Removes all items, without disposing them, and keeps the storage.</summary>
    public void Clear()
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            GetSpans(out ReadOnlySpan<T> first, out ReadOnlySpan<T> second);
            _slots.AsSpan(_head, first.Length).Clear();
            _slots.AsSpan(0, second.Length).Clear();
        }

        _head = 0;
        _count = 0;
        _version++;
    }

    /// <summary>Gives up the storage that the present items do not need, down to the next power of two.</summary>
    public void TrimExcess()
    {
        int length = _count == 0 ? 0 : SlotsFor(_count);
        if (length < _slots.Length)
            Resize(length);
    }

    private static int SlotsFor(int capacity)
    {
        int length = 2;
        while (length < capacity)
            length *= 2;

        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryEnqueueSlowly(T item)
    {
        if (_isCompleted || _count >= MaxCapacity)
            return false;

        Grow(_count + 1);
        return TryEnqueue(item);
    }

    private void Grow(int count) => Resize(SlotsFor(count));

    private void Resize(int length)
    {
        T[] slots = length == 0 ? [] : new T[length]; // may throw: nothing has changed
        GetSpans(out ReadOnlySpan<T> first, out ReadOnlySpan<T> second);
        first.CopyTo(slots);
        second.CopyTo(slots.AsSpan(first.Length));
        _slots = slots;
        _head = 0;
        _room = _isCompleted ? 0 : Capacity;
        _version++;
    }
}
