namespace OpcUa.App.Measuring;

/// <summary>The number of notifications and the last value of each item.</summary>
/// <remarks>The server's variables count their changes, so a lost notification leaves a gap between two values.
/// One thread adds; the results are read after the last value was added.</remarks>
internal sealed class ValueLedger(int items)
{
    private readonly int[] _counts = new int[items];
    private readonly double[] _first = new double[items];
    private readonly double[] _last = [.. Enumerable.Repeat(double.NaN, items)]; // behind every value

    /// <summary>The number of values that do not follow their predecessor.</summary>
    public long Gaps { get; private set; }

    /// <summary>The number of notifications of unknown items, or without a numeric value.</summary>
    public long Strays { get; private set; }

    /// <summary>The number of items that have received a value.</summary>
    public int Seen { get; private set; }

    /// <summary>Records a value.</summary>
    /// <param name="item">The number of the item, starting at 0.</param>
    /// <param name="value">The value.</param>
    public void Add(uint item, double value)
    {
        if (item >= (uint)items)
        {
            Strays++;
            return;
        }

        ref double last = ref _last[item];
        if (_counts[item]++ == 0)
        {
            Seen++;
            _first[item] = value;
        }
        else if (value != last + 1)
        {
            Gaps++;
        }

        Volatile.Write(ref last, value); // pairs with the read in Behind
    }

    /// <summary>Records a notification that cannot be used.</summary>
    public void AddStray() => Strays++;

    /// <summary>Returns the number of items whose last value is older than the server's.</summary>
    /// <param name="values">The values of the server's variables at some earlier time.</param>
    public int Behind(ReadOnlySpan<double> values)
    {
        int behind = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (!(Volatile.Read(ref _last[i]) >= values[i])) // pairs with the write in Add
                behind++;
        }

        return behind;
    }

    /// <summary>Returns the number of items whose last value is not the server's, or that were not notified exactly once per
    /// change.</summary>
    /// <param name="values">The final values of the server's variables.</param>
    public int Different(ReadOnlySpan<double> values)
    {
        int different = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (_counts[i] == 0 || _last[i] != values[i] || _counts[i] != _last[i] - _first[i] + 1)
                different++;
        }

        return different;
    }
}
