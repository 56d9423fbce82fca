namespace Pooling.Objects;

/// <summary>The threads that use one pool. Every member is called within the depot's lock.</summary>
internal struct ThreadList
{
    /// <summary>The number of threads. Written here only. A hint if it is read without the lock.</summary>
    internal int Count;

    private const int LongestKept = 64; // a longer array is replaced if less than a quarter of it is needed

    private ThreadMagazine[]? _threads;
    private int _nextAsked; // the next thread to ask whether it is dead

    internal ThreadMagazine this[int index] => _threads![index];

    /// <summary>The largest number of a thread; 0 if there is none.</summary>
    internal int LargestNumber
    {
        get
        {
            int largest = 0;
            for (int i = 0; i < Count; i++)
                largest = Math.Max(largest, _threads![i].Thread.Number);

            return largest;
        }
    }

    /// <summary>The number of threads for which there is room. For tests.</summary>
    internal int Capacity => _threads?.Length ?? 0;

    /// <summary>Adds a thread. Changes nothing if it runs out of memory.</summary>
    internal void Add(ThreadMagazine magazine)
    {
        Allocations.Failing?.Invoke();
        if (_threads is null || Count == _threads.Length)
            Array.Resize(ref _threads, Math.Max(4, Count * 2));

        magazine.Index = Count;
        _threads[Count++] = magazine;
    }

    internal void Remove(ThreadMagazine magazine)
    {
        ThreadMagazine[] threads = _threads!;
        ThreadMagazine last = threads[--Count];
        threads[magazine.Index] = last;
        last.Index = magazine.Index;
        threads[Count] = null!;
        if (threads.Length > LongestKept && Count < threads.Length / 4)
            Shrink();
    }

    /// <summary>Asks the next thread in turn whether it is dead.</summary>
    /// <returns><see langword="null"/> if it is alive, or there is none.</returns>
    internal ThreadMagazine? NextIfDead()
    {
        if (Count == 0)
            return null;

        _nextAsked = _nextAsked + 1 < Count ? _nextAsked + 1 : 0;
        ThreadMagazine asked = _threads![_nextAsked];
        return asked.Thread.IsDead ? asked : null;
    }

    private void Shrink()
    {
        try
        {
            Array.Resize(ref _threads, _threads!.Length / 2);
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains
        }
    }
}
