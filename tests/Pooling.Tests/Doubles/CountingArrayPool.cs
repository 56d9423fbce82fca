using System.Buffers;

namespace Pooling.Doubles;

/// <summary>Makes a new array for every rental and keeps the books: what was asked for, what is out,
/// and what came back that was not out.</summary>
internal sealed class CountingArrayPool<T> : ArrayPool<T>
{
    private readonly object _gate = new();
    private readonly List<T[]> _out = [];
    private readonly Func<int, int> _lengthFor;

    /// <param name="lengthFor">The length of an array for a minimum; by default the next power of two, as the shared pool has it.</param>
    internal CountingArrayPool(Func<int, int>? lengthFor = null) => _lengthFor = lengthFor ?? NextPowerOfTwo;

    /// <summary>The minimum length of each rental.</summary>
    internal List<int> Requests { get; } = [];

    internal int Rented => Requests.Count;

    internal int Returned { get; private set; }

    /// <summary>Returns of arrays that were not out: foreign ones, or the second time.</summary>
    internal int WrongReturns { get; private set; }

    internal int Outstanding
    {
        get
        {
            lock (_gate)
                return _out.Count;
        }
    }

    /// <summary>The length of all arrays that are out.</summary>
    internal long OutstandingItems
    {
        get
        {
            lock (_gate)
                return _out.Sum(static array => (long)array.Length);
        }
    }

    /// <summary>The most that <see cref="OutstandingItems"/> ever was.</summary>
    internal long MostOutstandingItems { get; private set; }

    /// <summary>Called with each minimum length before the array is made.</summary>
    internal Action<int>? OnRent { get; set; }

    /// <summary>Called with each array before it is given out.</summary>
    internal Action<T[]>? OnRented { get; set; }

    /// <summary>Called with each array that comes back.</summary>
    internal Action<T[]>? OnReturn { get; set; }

    public override T[] Rent(int minimumLength)
    {
        OnRent?.Invoke(minimumLength);
        var array = new T[_lengthFor(minimumLength)];
        OnRented?.Invoke(array);
        lock (_gate)
        {
            Requests.Add(minimumLength);
            _out.Add(array);
            MostOutstandingItems = Math.Max(MostOutstandingItems, _out.Sum(static one => (long)one.Length));
        }

        return array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        lock (_gate)
        {
            int index = _out.FindIndex(rented => ReferenceEquals(rented, array));
            if (index < 0)
            {
                WrongReturns++;
                return;
            }

            _out.RemoveAt(index);
            Returned++;
        }

        OnReturn?.Invoke(array);
    }

    /// <summary>Fails unless every array came back exactly once.</summary>
    internal void AssertBalanced()
    {
        Assert.Equal(0, WrongReturns);
        Assert.Equal(0, Outstanding);
        Assert.Equal(Rented, Returned);
    }

    private static int NextPowerOfTwo(int minimumLength)
    {
        int length = 16;
        while (length < minimumLength)
            length *= 2;

        return length;
    }
}
