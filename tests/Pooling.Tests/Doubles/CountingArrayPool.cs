using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A pool that creates a new array for every rental and records the requests, the arrays that are out, wrong returns, and writes
/// to returned arrays.</summary>
/// <remarks>
/// <para>Every array is full of <see cref="Canary.Fresh"/> when it is rented, and of <see cref="Canary.Returned"/> after its return. The
/// last returned arrays are kept, to detect later writes to them.</para>
/// <para>Thread safety: all threads may rent and return at the same time. The records are exact while no thread does.</para>
/// </remarks>
internal sealed class CountingArrayPool<T> : ArrayPool<T>
{
    private const int MaxKept = 256;
    private const long MaxKeptItems = 1 << 20;

    private readonly object _gate = new();
    private readonly List<T[]> _out = [];
    private readonly Queue<T[]> _kept = new();
    private readonly Func<int, int> _lengthFor;
    private long _keptItems;
    private int _lateWrites;

    /// <summary>Initializes a pool that has no arrays yet.</summary>
    /// <param name="lengthFor">Returns the length of an array for a minimum length; by default the next power of two, like in the shared
    /// pool.</param>
    internal CountingArrayPool(Func<int, int>? lengthFor = null) => _lengthFor = lengthFor ?? NextPowerOfTwo;

    /// <summary>Gets the minimum length of each rental.</summary>
    internal List<int> Requests { get; } = [];

    /// <summary>Gets the content of each array at its return; empty unless <see cref="KeepsContent"/> is set.</summary>
    internal List<T[]> CameBack { get; } = [];

    /// <summary>Gets a value that indicates whether <see cref="CameBack"/> is filled.</summary>
    internal bool KeepsContent { get; init; }

    /// <summary>Gets the number of rentals.</summary>
    internal int Rented => Requests.Count;

    /// <summary>Gets the number of returned arrays.</summary>
    internal int Returned { get; private set; }

    /// <summary>Gets the number of arrays that were lost by a double, not by their renter.</summary>
    internal int Abandoned { get; private set; }

    /// <summary>Gets the number of returns of arrays that were not out: foreign arrays, or second returns.</summary>
    internal int WrongReturns { get; private set; }

    /// <summary>Gets the number of arrays that were written to after their return, of those that are still kept or were dropped
    /// since.</summary>
    internal int LateWrites
    {
        get
        {
            lock (_gate)
                return _lateWrites + _kept.Count(static array => !Canary.IsIntact<T>(array, Canary.Returned));
        }
    }

    /// <summary>Gets the number of arrays that are out.</summary>
    internal int Outstanding
    {
        get
        {
            lock (_gate)
                return _out.Count;
        }
    }

    /// <summary>Gets the length of all arrays that are out.</summary>
    internal long OutstandingItems
    {
        get
        {
            lock (_gate)
                return _out.Sum(static array => (long)array.Length);
        }
    }

    /// <summary>Gets the maximum of <see cref="OutstandingItems"/> so far.</summary>
    internal long MaxOutstandingItems { get; private set; }

    /// <summary>Gets or sets the callback with each minimum length, before the array is created.</summary>
    internal Action<int>? OnRent { get; set; }

    /// <summary>Gets or sets the callback with each array, before it is returned to the renter.</summary>
    internal Action<T[]>? OnRented { get; set; }

    /// <summary>Gets or sets the callback with each returned array, while it still has its content.</summary>
    internal Action<T[]>? OnReturn { get; set; }

    /// <inheritdoc/>
    public override T[] Rent(int minimumLength)
    {
        OnRent?.Invoke(minimumLength);
        var array = new T[_lengthFor(minimumLength)];
        Canary.Fill<T>(array, Canary.Fresh);
        OnRented?.Invoke(array);
        lock (_gate)
        {
            Requests.Add(minimumLength);
            _out.Add(array);
            MaxOutstandingItems = Math.Max(MaxOutstandingItems, _out.Sum(static one => (long)one.Length));
        }

        return array;
    }

    /// <inheritdoc/>
    public override void Return(T[] array, bool clearArray = false)
    {
        lock (_gate)
        {
            if (!TryTakeBack(array))
                return;

            Returned++;
            if (KeepsContent)
                CameBack.Add((T[])array.Clone());
        }

        try
        {
            OnReturn?.Invoke(array);
        }
        finally
        {
            Quarantine(array);
        }
    }

    /// <summary>Removes an array that a double has lost between its renter and this pool from the records.</summary>
    /// <param name="array">The array. Its renter must not use it any more.</param>
    internal void Abandon(T[] array)
    {
        lock (_gate)
        {
            if (!TryTakeBack(array))
                return;

            Abandoned++;
        }

        Quarantine(array);
    }

    /// <summary>Throws unless every array was returned exactly once, and none was written to since.</summary>
    /// <exception cref="InvalidOperationException">An array is still out, was returned twice, belongs to another pool, or was written to
    /// after its return.</exception>
    internal void AssertBalanced()
    {
        int lateWrites = LateWrites;
        if (WrongReturns != 0 || Outstanding != 0 || lateWrites != 0 || Rented != Returned + Abandoned)
        {
            throw new InvalidOperationException(
                $"Of {Rented} arrays, {Returned} came back and {Outstanding} are still out ({Abandoned} were lost by the double); " +
                $"{WrongReturns} returns were wrong; {lateWrites} arrays were written to after their return.");
        }
    }

    private static int NextPowerOfTwo(int minimumLength)
    {
        int length = 16;
        while (length < minimumLength)
            length *= 2;

        return length;
    }

    private bool TryTakeBack(T[] array)
    {
        int index = _out.FindIndex(rented => ReferenceEquals(rented, array));
        if (index < 0)
            WrongReturns++;
        else
            _out.RemoveAt(index);

        return index >= 0;
    }

    private void Quarantine(T[] array)
    {
        Canary.Fill<T>(array, Canary.Returned);
        lock (_gate)
        {
            _kept.Enqueue(array);
            _keptItems += array.Length;
            while (_kept.Count > MaxKept || _keptItems > MaxKeptItems)
            {
                T[] oldest = _kept.Dequeue();
                _keptItems -= oldest.Length;
                if (!Canary.IsIntact<T>(oldest, Canary.Returned))
                    _lateWrites++;
            }
        }
    }
}
