using System.Buffers;

namespace Pooling.Testing;

/// <summary>An array pool for tests, which finds arrays that are not returned, returned twice or foreign, written
/// behind their end, or used after their return.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// <para>Every rental is a new array, full of <see cref="TestPoolOptions.FreshPattern"/>. A returned array is filled
/// with <see cref="TestPoolOptions.ReturnedPattern"/>, so that whoever still reads it gets that, and kept for a while,
/// so that a write to it is found. A wrong return throws at once; the rest is found by <see cref="AssertAllReturned"/>
/// and <see cref="AssertClean"/>. Derive from the class to look at arrays when they are created and returned.</para>
/// <para>Thread safety: all threads may rent and return at the same time. The assertions are exact while no thread
/// does.</para>
/// <para>Allocation: an array for each rental, a record and, unless <see cref="TestPoolOptions.CaptureStacks"/> is
/// disabled, two stacks. A rental and its return take a few tenths of a millisecond with stacks, and some microseconds
/// without.</para>
/// </remarks>
public class TestArrayPool<T> : ArrayPool<T>
{
    private readonly ArrayBooks<T> _books;
    private readonly TestPoolOptions _options;

    /// <summary>Initializes a pool that has rented nothing yet.</summary>
    /// <param name="options">The options; <see langword="null"/> for the default values. The pool copies them.</param>
    public TestArrayPool(TestPoolOptions? options = null)
    {
        _options = options?.Copy() ?? new TestPoolOptions();
        _books = new ArrayBooks<T>(ArrayBooks<T>.NameOf(nameof(TestArrayPool<>)), _options);
    }

    /// <summary>Gets the number of arrays that are rented and not yet returned.</summary>
    public int InUse => _books.Rentals.InUse;

    /// <summary>Gets the length of all arrays that are rented and not yet returned, in items.</summary>
    public long InUseLength => _books.Rentals.LengthOut;

    /// <summary>Gets the number of rentals.</summary>
    public long TotalRented => _books.Rentals.TotalRented;

    /// <summary>Gets the number of returned arrays, without wrong returns and without arrays that a call lost by
    /// throwing on purpose.</summary>
    public long TotalReturned => _books.Rentals.TotalReturned;

    /// <summary>Gets what was wrong so far, a message for each wrong return and each array that was written to at the
    /// wrong place or time.</summary>
    public IReadOnlyList<string> Errors => _books.Errors;

    /// <summary>Rents a new array.</summary>
    /// <param name="minimumLength">The requested length, in items.</param>
    /// <returns>The array. Its length is the next power of two, at least 16; with a guard, the requested length and the
    /// guard.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="minimumLength"/> is negative.</exception>
    public override T[] Rent(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);

        int call = _options.Faults?.Enter(nameof(Rent)) ?? 0;
        T[] array = CreateArray(minimumLength);
        _books.Add(array, 0, Math.Max(0, array.Length - _options.GuardLength), minimumLength);
        _books.EndRent(call, array);
        return array;
    }

    /// <summary>Takes an array back. The array does not belong to its renter any more, even if the call
    /// throws.</summary>
    /// <param name="array">The array. One without items is ignored, as the shared pool does.</param>
    /// <param name="clearArray">Ignored: all of the array is overwritten.</param>
    /// <exception cref="PoolAssertException">The array was returned before, is not of this pool, or was written behind
    /// its end, and <see cref="TestPoolOptions.ThrowOnMisuse"/> is set.</exception>
    public override void Return(T[] array, bool clearArray = false)
    {
        ArgumentNullException.ThrowIfNull(array);

        if (array.Length == 0)
            return;

        int call = _books.BeginReturn(array);
        if (_books.Rentals.TakeBack(array) is not { } rental)
            return;

        try
        {
            OnReturn(array);
        }
        finally
        {
            _books.Close(rental);
        }

        _options.Faults?.Leave(call, nameof(Return));
    }

    /// <summary>Throws unless every array was returned exactly once, and none was written to at the wrong place or
    /// time.</summary>
    /// <exception cref="PoolAssertException">An array is still out; the message lists their number, their lengths, and
    /// the stacks of their rentals. Or <see cref="AssertClean"/> would throw.</exception>
    public void AssertAllReturned() => _books.Assert(allReturned: true);

    /// <summary>Throws if an array was returned twice, a foreign one was returned, or one was written to at the wrong
    /// place or time. Arrays may be out.</summary>
    /// <exception cref="PoolAssertException">There is an error; the message contains all
    /// <see cref="Errors"/>.</exception>
    public void AssertClean() => _books.Assert(allReturned: false);

    /// <summary>Creates the array of a rental, full of <see cref="TestPoolOptions.FreshPattern"/>. Override it to look
    /// at requests, or to change what the renter finds in an array.</summary>
    /// <param name="minimumLength">The requested length, in items.</param>
    /// <returns>The array. Its last items are the guard, if the options ask for one.</returns>
    protected virtual T[] CreateArray(int minimumLength)
    {
        var array = new T[_options.GuardLength == 0
            ? NextPowerOfTwo(minimumLength)
            : checked(minimumLength + _options.GuardLength)];
        FillFresh(array);
        return array;
    }

    /// <summary>Fills an array with <see cref="TestPoolOptions.FreshPattern"/>, for arrays that an override
    /// creates.</summary>
    /// <param name="array">The array.</param>
    protected static void FillFresh(T[] array)
    {
        ArgumentNullException.ThrowIfNull(array);

        MemoryPattern.Fill(array, 0, array.Length, TestPoolOptions.FreshPattern);
    }

    /// <summary>Called with each array that comes back, while it still has its content. Override it to check what a
    /// renter leaves in an array, for example that secrets are cleared. Does nothing by default.</summary>
    /// <param name="array">The array.</param>
    protected virtual void OnReturn(T[] array)
    {
    }

    private static int NextPowerOfTwo(int minimumLength)
    {
        int length = 16;
        while (length < minimumLength && length < 1 << 30)
            length *= 2;

        return Math.Max(length, minimumLength);
    }
}
