namespace Pooling.Diagnostics;

/// <summary>Adds up rentals by pool and stack. Not thread-safe.</summary>
internal sealed class RentalPlaces
{
    /// <summary>The maximum number of places with a stack.</summary>
    internal const int Max = 1024;

    private readonly Dictionary<(string PoolName, string Stack), Sum> _sums = [];

    /// <summary>Adds a rental.</summary>
    /// <param name="poolName">The name of the pool.</param>
    /// <param name="stack">The stack of the rental.</param>
    /// <param name="bytes">The bytes of the item.</param>
    /// <param name="age">The age of the rental.</param>
    /// <returns>The place if it is new and has a stack; otherwise <see langword="null"/>.</returns>
    internal RentalPlace? Add(string poolName, string stack, long bytes, TimeSpan age)
    {
        (string PoolName, string Stack) key = (poolName, stack);
        if (!_sums.ContainsKey(key) && _sums.Count >= Max)
            key.Stack = "";

        bool isKnown = _sums.TryGetValue(key, out Sum sum);
        sum.Count++;
        sum.Bytes += bytes;
        sum.Age = sum.Age > age ? sum.Age : age;
        Allocations.Failing?.Invoke();
        RentalPlace? place = isKnown || key.Stack.Length == 0 ? null : sum.ToPlace(key);
        _sums[key] = sum; // last: whoever runs out of memory before adds the rental again
        return place;
    }

    internal List<RentalPlace> List()
    {
        var places = new List<RentalPlace>(_sums.Count);
        foreach (KeyValuePair<(string PoolName, string Stack), Sum> place in _sums)
            places.Add(place.Value.ToPlace(place.Key));

        return places;
    }

    /// <summary>Adds the number of rentals of each pool to what the metrics read.</summary>
    internal void CopyTo(List<PoolReading> readings)
    {
        foreach (KeyValuePair<(string PoolName, string Stack), Sum> place in _sums)
            readings.Add(new PoolReading { Name = place.Key.PoolName, IsEnded = true, Leaks = place.Value.Count });
    }

    private struct Sum
    {
        internal long Count;
        internal long Bytes;
        internal TimeSpan Age;

        internal readonly RentalPlace ToPlace((string PoolName, string Stack) key) =>
            new(key.PoolName, key.Stack, Count, Bytes, Age);
    }
}
