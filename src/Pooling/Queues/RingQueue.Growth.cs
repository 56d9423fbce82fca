using System.Runtime.CompilerServices;

namespace Pooling.Queues;

// The storage, which grows by doubling and shrinks on request.
public sealed partial class RingQueue<T>
{
    /// <summary>Removes all items without disposing them, and keeps the storage.</summary>
    public void Clear()
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            GetContent(out Span<T> first, out Span<T> second);
            first.Clear();
            second.Clear();
        }

        _head = 0;
        _count = 0;
        _version++;
    }

    /// <summary>Releases storage that the current items do not need, down to the next power of two.</summary>
    public void TrimExcess()
    {
        int present = _slots.Length;
        int count = Math.Min(_count, present);
        int length = count <= 0 ? 0 : SlotsFor(count);
        if (length < present)
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
        int count = _count;
        if (_isCompleted || count >= MaxCapacity)
            return false;

        Resize(SlotsFor(count + 1));
        Add(item, _count);
        return true;
    }

    private void Resize(int length)
    {
        T[] slots = length == 0 ? [] : new T[length]; // may throw: nothing has changed yet
        GetContent(out Span<T> first, out Span<T> second);
        int count = first.Length + second.Length;
        RingStorage.ThrowUnlessFits(slots, count);
        first.CopyTo(slots);
        second.CopyTo(slots.AsSpan(first.Length));
        _slots = slots;
        _head = 0;
        _count = count;
        _room = _isCompleted ? 0 : Math.Min(length, MaxCapacity);
        _version++;
    }
}
