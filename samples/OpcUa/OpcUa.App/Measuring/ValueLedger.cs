namespace OpcUa.App.Measuring;

/// <summary>What was notified of each item: how often, and the last value.</summary>
/// <remarks>The server's variables count their changes, so a notification that is lost leaves a gap between two values.
/// One thread adds; what it finds is read when nothing is added any more.</remarks>
internal sealed class ValueLedger(int items)
{
    private readonly int[] _counts = new int[items];
    private readonly double[] _first = new double[items];
    private readonly double[] _last = [.. Enumerable.Repeat(double.NaN, items)]; // which is behind all that there is

    /// <summary>Values that do not follow the one before.</summary>
    public long Gaps { get; private set; }

    /// <summary>Notifications of items that there are not, or without a number.</summary>
    public long Strays { get; private set; }

    /// <summary>How many items have had a value.</summary>
    public int Seen { get; private set; }

    /// <summary>Notes a value.</summary>
    /// <param name="item">The number of the item, from 0 on.</param>
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

        Volatile.Write(ref last, value); // pairs with the read of Behind
    }

    /// <summary>Notes a notification that says nothing of use.</summary>
    public void AddStray() => Strays++;

    /// <summary>How many items have not come as far as the server has.</summary>
    /// <param name="values">What the server's variables were at some time.</param>
    public int Behind(ReadOnlySpan<double> values)
    {
        int behind = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (!(Volatile.Read(ref _last[i]) >= values[i])) // pairs with the write of Add
                behind++;
        }

        return behind;
    }

    /// <summary>How many items have another last value than the server, or were notified otherwise than once for each change.</summary>
    /// <param name="values">What the server's variables are, and stay.</param>
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
