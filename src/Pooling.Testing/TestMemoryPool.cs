using System.Buffers;

namespace Pooling.Testing;

/// <summary>A memory pool for tests, which finds memory that is not returned, returned twice, written outside its
/// bounds, or used after its return.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// <para>It works like <see cref="TestArrayPool{T}"/>. With a guard, the memory is exactly as long as requested, and
/// the guard lies on both sides of it. The second disposal of an owner is a second return. The memory of a disposed
/// owner cannot be read.</para>
/// <para>Thread safety: all threads may rent and return at the same time. The assertions are exact while no thread
/// does.</para>
/// <para>Allocation: an array and an owner for each rental, a record and, unless
/// <see cref="TestPoolOptions.CaptureStacks"/> is disabled, two stacks.</para>
/// </remarks>
public sealed class TestMemoryPool<T> : MemoryPool<T>
{
    private const int DefaultLength = 4096;

    private readonly ArrayBooks<T> _books;
    private readonly TestPoolOptions _options;

    /// <summary>Initializes a pool that has rented nothing yet.</summary>
    /// <param name="options">The options; <see langword="null"/> for the default values. The pool copies them. The
    /// calls of its plan are named <c>Rent</c> and <c>Return</c>, which is the disposal of an owner.</param>
    public TestMemoryPool(TestPoolOptions? options = null)
    {
        _options = options?.Copy() ?? new TestPoolOptions();
        _books = new ArrayBooks<T>(ArrayBooks<T>.NameOf(nameof(TestMemoryPool<>)), _options);
    }

    /// <summary>Gets the maximum length of a rental: there is none but that of an array.</summary>
    public override int MaxBufferSize => int.MaxValue;

    /// <summary>Gets the number of owners that are not disposed.</summary>
    public int InUse => _books.Rentals.InUse;

    /// <summary>Gets the number of rentals.</summary>
    public long TotalRented => _books.Rentals.TotalRented;

    /// <summary>Gets the number of disposed owners, without wrong disposals and those that threw on purpose before
    /// their work.</summary>
    public long TotalReturned => _books.Rentals.TotalReturned;

    /// <summary>Gets what was wrong so far, a message for each second disposal and each array that was written to at
    /// the wrong place or time.</summary>
    public IReadOnlyList<string> Errors => _books.Errors;

    /// <summary>Rents memory, full of <see cref="TestPoolOptions.FreshPattern"/>.</summary>
    /// <param name="minBufferSize">The requested length, in items; -1 for 4096.</param>
    /// <returns>The owner of the memory. The caller disposes it, once.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="minBufferSize"/> is less than -1.</exception>
    public override IMemoryOwner<T> Rent(int minBufferSize = -1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(minBufferSize, -1);

        int call = _options.Faults?.Enter(nameof(Rent)) ?? 0;
        int requested = minBufferSize < 0 ? DefaultLength : minBufferSize;
        int guard = _options.GuardLength;
        var array = new T[guard == 0 ? Math.Max(requested, 1) : checked(requested + guard + guard)];
        MemoryPattern.Fill(array, 0, array.Length, TestPoolOptions.FreshPattern);
        Rental rental = _books.Add(array, guard, array.Length - guard - guard, requested);
        _books.EndRent(call, array);
        return new Owner(this, array, rental);
    }

    /// <summary>Throws unless every owner was disposed exactly once, and no memory was written to at the wrong place or
    /// time.</summary>
    /// <exception cref="PoolAssertException">An owner is not disposed; the message lists their number, their lengths,
    /// and the stacks of their rentals. Or <see cref="AssertClean"/> would throw.</exception>
    public void AssertAllReturned() => _books.Assert(allReturned: true);

    /// <summary>Throws if an owner was disposed twice, or memory was written to at the wrong place or time. Owners may
    /// be out.</summary>
    /// <exception cref="PoolAssertException">There is an error; the message contains all
    /// <see cref="Errors"/>.</exception>
    public void AssertClean() => _books.Assert(allReturned: false);

    /// <summary>Does nothing: the assertions work after the disposal, too.</summary>
    /// <param name="disposing">Ignored.</param>
    protected override void Dispose(bool disposing)
    {
    }

    private void Return(T[] array)
    {
        int call = _books.BeginReturn(array);
        if (_books.Rentals.TakeBack(array) is not { } rental)
            return;

        _books.Close(rental);
        _options.Faults?.Leave(call, nameof(Return));
    }

    private sealed class Owner(TestMemoryPool<T> pool, T[] array, Rental rental) : IMemoryOwner<T>
    {
        public Memory<T> Memory
        {
            get
            {
                ObjectDisposedException.ThrowIf(!rental.IsOut, this);

                return array.AsMemory(rental.Offset, rental.Length);
            }
        }

        public void Dispose() => pool.Return(array);
    }
}
