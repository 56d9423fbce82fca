namespace Pooling.Diagnostics;

/// <summary>Adds up the counters of pools that have ended by name, so that the totals of a name never fall. Not
/// thread-safe.</summary>
internal sealed class EndedPools
{
    private readonly Dictionary<string, PoolStatistics> _byName = [];

    /// <param name="name">The name of the pool.</param>
    /// <param name="last">The last counters of the pool.</param>
    /// <param name="isPublished">Whether the name must keep a sum of its own, however many others have ended.</param>
    internal void Add(string name, PoolStatistics last, bool isPublished)
    {
        if (!isPublished && _byName.Count >= PublishedNames.Max && !_byName.ContainsKey(name))
            name = PublishedNames.Other;

        _byName[name] = _byName.TryGetValue(name, out PoolStatistics others) ? others.Plus(last) : last;
    }

    internal void CopyTo(List<PoolReading> readings)
    {
        foreach (KeyValuePair<string, PoolStatistics> ended in _byName)
            readings.Add(new PoolReading { Name = ended.Key, Statistics = ended.Value, IsEnded = true });
    }
}
