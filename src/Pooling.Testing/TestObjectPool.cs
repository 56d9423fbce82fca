using Microsoft.Extensions.ObjectPool;

namespace Pooling.Testing;

/// <summary>An object pool for tests, which finds objects that are not returned, returned twice, or foreign.</summary>
/// <typeparam name="T">The type of the objects.</typeparam>
/// <remarks>
/// <para>Every rental is an object that the policy creates, and no object is rented twice. A returned object is reset
/// by the policy and, if it is <see cref="IDisposable"/>, disposed, so that a later use of it throws. To test what an
/// object still contains in its second rental, use a real pool.</para>
/// <para>Thread safety: all threads may rent and return at the same time, if the policy allows that. The assertions are
/// exact while no thread does.</para>
/// <para>Allocation: an object for each rental, a record and, unless <see cref="TestPoolOptions.CaptureStacks"/> is
/// disabled, two stacks.</para>
/// </remarks>
public sealed class TestObjectPool<T> : ObjectPool<T>
    where T : class
{
    private readonly RentalBooks _books;
    private readonly IPooledObjectPolicy<T> _policy;
    private readonly FaultPlan? _faults;

    /// <summary>Initializes a pool that has rented nothing yet.</summary>
    /// <param name="policy">The policy that creates and resets the objects.</param>
    /// <param name="options">The options; <see langword="null"/> for the default values. Those of guards and of the
    /// quarantine have no effect. The calls of the plan are named <c>Get</c> and <c>Return</c>.</param>
    public TestObjectPool(IPooledObjectPolicy<T> policy, TestPoolOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(policy);

        _policy = policy;
        _faults = options?.Faults;
        _books = new RentalBooks(
            $"{nameof(TestObjectPool<>)}<{typeof(T).Name}>", options?.Copy() ?? new TestPoolOptions());
    }

    /// <summary>Gets the number of objects that are rented and not yet returned.</summary>
    public int InUse => _books.InUse;

    /// <summary>Gets the number of rentals.</summary>
    public long TotalRented => _books.TotalRented;

    /// <summary>Gets the number of returned objects, without wrong returns and without objects that a call lost by
    /// throwing on purpose.</summary>
    public long TotalReturned => _books.TotalReturned;

    /// <summary>Gets what was wrong so far, a message for each wrong return.</summary>
    public IReadOnlyList<string> Errors => _books.Errors;

    /// <summary>Rents a new object.</summary>
    /// <returns>The object. The caller returns it to this pool, once.</returns>
    public override T Get()
    {
        int call = _faults?.Enter(nameof(Get)) ?? 0;
        T item = _policy.Create();
        _books.Add(item, typeof(T).Name);
        try
        {
            _faults?.Leave(call, nameof(Get));
        }
        catch
        {
            _books.TakeBack(item, isLost: true); // no caller ever gets it
            throw;
        }

        return item;
    }

    /// <summary>Takes an object back. The object does not belong to its renter any more, even if the call
    /// throws.</summary>
    /// <param name="obj">The object.</param>
    /// <exception cref="PoolAssertException">The object was returned before or is not of this pool, and
    /// <see cref="TestPoolOptions.ThrowOnMisuse"/> is set.</exception>
    public override void Return(T obj)
    {
        ArgumentNullException.ThrowIfNull(obj);

        int call;
        try
        {
            call = _faults?.Enter(nameof(Return)) ?? 0;
        }
        catch
        {
            _books.TakeBack(obj, isLost: true);
            throw;
        }

        if (_books.TakeBack(obj) is null)
            return;

        _policy.Return(obj);
        (obj as IDisposable)?.Dispose();
        _faults?.Leave(call, nameof(Return));
    }

    /// <summary>Throws unless every object was returned exactly once.</summary>
    /// <exception cref="PoolAssertException">An object is still out; the message lists their number and the stacks of
    /// their rentals. Or <see cref="AssertClean"/> would throw.</exception>
    public void AssertAllReturned() => _books.Assert(allReturned: true);

    /// <summary>Throws if an object was returned twice, or a foreign one was returned. Objects may be out.</summary>
    /// <exception cref="PoolAssertException">There is an error; the message contains all
    /// <see cref="Errors"/>.</exception>
    public void AssertClean() => _books.Assert(allReturned: false);
}
