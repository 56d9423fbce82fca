namespace Pooling.Objects;

/// <summary>Assigns small numbers: always the smallest free one, so that what is as long as the largest number can get
/// shorter after a peak. A binary heap. Not thread-safe.</summary>
/// <remarks>Fields and no constructor, since the first pool of a process compiles each method that it calls.</remarks>
internal struct FreeNumbers
{
    private const int Fewest = 16;

    /// <summary>The number that is assigned next if none comes back: all numbers assigned so far are below.</summary>
    internal int Used;

    /// <summary>The number of those that came back: the next one is one of them.</summary>
    internal int Free;

    private int[]? _heap; // as long as there are numbers, so that giving one back does not allocate

    /// <summary>Assigns a number, from 0 on. If it runs out of memory, none is assigned.</summary>
    internal int Take()
    {
        if (Free > 0)
            return TakeSmallest();

        if (_heap is null || Used == _heap.Length)
            Array.Resize(ref _heap, Math.Max(Fewest, Used * 2));

        return Used++;
    }

    /// <summary>Takes a number back.</summary>
    internal void Give(int number)
    {
        int[] heap = _heap!;
        int i = Free++;
        for (; i > 0 && heap[(i - 1) / 2] > number; i = (i - 1) / 2)
            heap[i] = heap[(i - 1) / 2];

        heap[i] = number;
    }

    private int TakeSmallest()
    {
        int[] heap = _heap!;
        int taken = heap[0];
        int last = heap[--Free];
        int i = 0;
        for (int child = 1; child < Free; child = 2 * i + 1)
        {
            if (child + 1 < Free && heap[child + 1] < heap[child])
                child++;

            if (last <= heap[child])
                break;

            heap[i] = heap[child];
            i = child;
        }

        heap[i] = last;
        return taken;
    }
}
