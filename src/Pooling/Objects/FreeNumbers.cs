namespace Pooling.Objects;

/// <summary>Assigns small numbers: always the smallest free one, so that what is as long as the largest number can get
/// shorter after a peak. A binary heap. Not thread-safe.</summary>
internal struct FreeNumbers
{
    private int[] _heap; // as long as there are numbers, so that giving one back does not allocate
    private int _count; // of the numbers that came back
    private int _used;

    /// <param name="capacity">The numbers for which there is room at first.</param>
    internal FreeNumbers(int capacity) => _heap = new int[capacity];

    /// <summary>The number that is assigned next if none comes back: all numbers assigned so far are below.</summary>
    internal readonly int Used => _used;

    /// <summary>Whether the next number is one that came back.</summary>
    internal readonly bool HasFree => _count > 0;

    /// <summary>Assigns a number, from 0 on. If it runs out of memory, none is assigned.</summary>
    internal int Take()
    {
        if (_count == 0)
        {
            if (_used == _heap.Length)
                Array.Resize(ref _heap, _used * 2);

            return _used++;
        }

        int[] heap = _heap;
        int taken = heap[0];
        int last = heap[--_count];
        int i = 0;
        for (int child = 1; child < _count; child = 2 * i + 1)
        {
            if (child + 1 < _count && heap[child + 1] < heap[child])
                child++;

            if (last <= heap[child])
                break;

            heap[i] = heap[child];
            i = child;
        }

        heap[i] = last;
        return taken;
    }

    /// <summary>Takes a number back.</summary>
    internal void Give(int number)
    {
        int[] heap = _heap;
        int i = _count++;
        for (; i > 0 && heap[(i - 1) / 2] > number; i = (i - 1) / 2)
            heap[i] = heap[(i - 1) / 2];

        heap[i] = number;
    }
}
