namespace Pooling.Testing;

/// <summary>Records the arrays of a pool, guards both ends of what was requested, and keeps returned arrays to find
/// writes to them.</summary>
/// <remarks>Thread safety: all members may be called at the same time.</remarks>
internal sealed class ArrayBooks<T>
{
    private const long MaxKeptItems = 1 << 20;

    private readonly object _gate = new();
    private readonly Queue<Rental> _kept = new();
    private readonly FaultPlan? _faults;
    private readonly int _maxKept;
    private long _keptItems;

    internal ArrayBooks(string pool, TestPoolOptions options)
    {
        Rentals = new RentalBooks(pool, options);
        _faults = options.Faults;
        _maxKept = options.QuarantineLength;
    }

    internal RentalBooks Rentals { get; }

    /// <summary>Gets what was wrong so far, including writes to the arrays that are kept or out.</summary>
    internal string[] Errors
    {
        get
        {
            CheckAll();
            return Rentals.Errors;
        }
    }

    internal static string NameOf(string pool) => $"{pool}<{typeof(T).Name}>";

    /// <summary>Records a rental of an array that is full of <see cref="TestPoolOptions.FreshPattern"/>.</summary>
    internal Rental Add(T[] array, int offset, int length, int requested) =>
        Rentals.Add(array, $"{typeof(T).Name}[{array.Length}] for {requested}", offset, length);

    /// <summary>Passes the end of a rental on to the plan. If that throws, no caller ever gets the array.</summary>
    internal void EndRent(int call, T[] array)
    {
        try
        {
            _faults?.Leave(call, "Rent");
        }
        catch
        {
            Abandon(array);
            throw;
        }
    }

    /// <summary>Passes the beginning of a return on to the plan. If that throws, the array is lost.</summary>
    /// <returns>The number of the call in the plan.</returns>
    internal int BeginReturn(T[] array)
    {
        try
        {
            return _faults?.Enter("Return") ?? 0;
        }
        catch
        {
            Abandon(array);
            throw;
        }
    }

    /// <summary>Records that an array was lost by a call that throws on purpose.</summary>
    private void Abandon(T[] array)
    {
        if (Rentals.TakeBack(array, isLost: true) is { } rental)
            Quarantine(rental);
    }

    /// <summary>Checks the guards of an array that came back, and keeps it.</summary>
    /// <exception cref="PoolAssertException">A guard was written to.</exception>
    internal void Close(Rental rental)
    {
        string? error;
        lock (_gate)
            error = GuardError(rental);

        Quarantine(rental);
        if (error is not null)
            Rentals.Report(error);
    }

    internal void Assert(bool allReturned)
    {
        CheckAll();
        Rentals.Assert(allReturned);
    }

    private void CheckAll()
    {
        foreach (Rental rental in Rentals.Out)
        {
            // Another thread can return it meanwhile. It is filled under the lock, and is no longer out by then.
            lock (_gate)
            {
                if (rental.IsOut && GuardError(rental) is { } error)
                    Rentals.Report(error, mayThrow: false);
            }
        }

        lock (_gate)
        {
            foreach (Rental rental in _kept)
                CheckKept(rental);
        }
    }

    private static string? GuardError(Rental rental)
    {
        var array = (T[])rental.Item;
        int end = rental.Offset + rental.Length;
        int index = MemoryPattern.FirstDifference(array, 0, rental.Offset, TestPoolOptions.FreshPattern);
        if (index < 0)
            index = MemoryPattern.FirstDifference(array, end, array.Length - end, TestPoolOptions.FreshPattern);

        if (index < 0 || rental.IsReported)
            return null;

        rental.IsReported = true;
        string place = index < rental.Offset ? "in front of its beginning" : "behind its end";
        return $"A {rental.Text} was written to {place}, at index {index - rental.Offset}.\n{StacksOf(rental)}";
    }

    private void Quarantine(Rental rental)
    {
        var array = (T[])rental.Item;
        lock (_gate)
        {
            MemoryPattern.Fill(array, 0, array.Length, TestPoolOptions.ReturnedPattern);
            rental.IsReported = false; // of the guards; what follows is another error
            _kept.Enqueue(rental);
            _keptItems += array.Length;
            while (_kept.Count > _maxKept || (_keptItems > MaxKeptItems && _kept.Count > 1))
            {
                Rental oldest = _kept.Dequeue();
                _keptItems -= ((T[])oldest.Item).Length;
                CheckKept(oldest);
            }
        }
    }

    private void CheckKept(Rental rental)
    {
        var array = (T[])rental.Item;
        int index = rental.IsReported
            ? -1
            : MemoryPattern.FirstDifference(array, 0, array.Length, TestPoolOptions.ReturnedPattern);
        if (index < 0)
            return;

        rental.IsReported = true;
        string error = $"A {rental.Text} was written to after its return, "
            + $"first at index {index - rental.Offset}.\n{StacksOf(rental)}";
        Rentals.Report(error, mayThrow: false); // whoever returns something else now is not to blame
    }

    private static string StacksOf(Rental rental) => "Rented:\n" + CallStack.TextOf(rental.Rented)
        + (rental.IsOut ? "" : $"Returned:\n{CallStack.TextOf(rental.Returned)}");
}
