namespace Pooling.Doubles;

/// <summary>A pool that also records requests and the content of returned arrays, and calls back.</summary>
/// <remarks>Thread safety: all threads may rent and return at the same time. The records are exact while no thread does.</remarks>
internal sealed class CountingArrayPool<T> : TestArrayPool<T>
{
    private readonly object _gate = new();
    private readonly Func<int, int>? _lengthFor;
    private readonly FaultPlan? _plan;

    /// <summary>Initializes a pool that has no arrays yet.</summary>
    /// <param name="lengthFor">Returns the length of an array for a minimum length; by default the next power of two, like in the shared
    /// pool.</param>
    /// <param name="plan">The plan that decides which call throws; <see langword="null"/> for none.</param>
    internal CountingArrayPool(Func<int, int>? lengthFor = null, FaultPlan? plan = null)
        : base(new TestPoolOptions { CaptureStacks = false, ThrowOnMisuse = false, Faults = plan })
    {
        _lengthFor = lengthFor;
        _plan = plan;
    }

    /// <summary>Initializes a pool that throws according to a plan.</summary>
    internal CountingArrayPool(FaultPlan plan)
        : this(null, plan)
    {
    }

    /// <summary>Initializes a pool with one call that throws.</summary>
    internal CountingArrayPool(int failingCall, FaultMoment moment)
        : this(new FaultPlan(failingCall, moment))
    {
    }

    /// <summary>Gets the number of calls of the plan so far.</summary>
    internal int Calls => _plan?.Calls ?? 0;

    /// <summary>Gets the minimum length of each rental.</summary>
    internal List<int> Requests { get; } = [];

    /// <summary>Gets the content of each array at its return; empty unless <see cref="KeepsContent"/> is set.</summary>
    internal List<T[]> CameBack { get; } = [];

    /// <summary>Gets a value that indicates whether <see cref="CameBack"/> is filled.</summary>
    internal bool KeepsContent { get; init; }

    /// <summary>Gets the maximum of <see cref="TestArrayPool{T}.InUseLength"/> so far.</summary>
    internal long MaxInUseLength { get; private set; }

    /// <summary>Gets or sets the callback with each minimum length, before the array is created.</summary>
    internal Action<int>? OnRent { get; set; }

    /// <summary>Gets or sets the callback with each array, before it is returned to the renter.</summary>
    internal Action<T[]>? OnRented { get; set; }

    /// <summary>Gets or sets the callback with each returned array, while it still has its content.</summary>
    internal Action<T[]>? OnReturned { get; set; }

    /// <inheritdoc/>
    public override T[] Rent(int minimumLength)
    {
        T[] array = base.Rent(minimumLength);
        lock (_gate)
            MaxInUseLength = Math.Max(MaxInUseLength, InUseLength);

        return array;
    }

    /// <inheritdoc/>
    protected override T[] CreateArray(int minimumLength)
    {
        OnRent?.Invoke(minimumLength);
        T[] array = _lengthFor is null ? base.CreateArray(minimumLength) : new T[_lengthFor(minimumLength)];
        FillFresh(array);
        OnRented?.Invoke(array);
        lock (_gate)
            Requests.Add(minimumLength);

        return array;
    }

    /// <inheritdoc/>
    protected override void OnReturn(T[] array)
    {
        if (KeepsContent)
        {
            lock (_gate)
                CameBack.Add((T[])array.Clone());
        }

        OnReturned?.Invoke(array);
    }
}
