namespace Pooling.Diagnostics;

/// <summary>Adds up the counters of pools that have ended by name, so that the totals of a name never fall. Not
/// thread-safe.</summary>
internal sealed class EndedPools
{
    private readonly Dictionary<string, PoolStatistics> _byName = [];

    internal void Add(string name, PoolStatistics last)
    {
        if (!_byName.ContainsKey(name) && _byName.Count >= PoolNames.Max)
            name = PoolNames.Other;

        _byName[name] = _byName.TryGetValue(name, out PoolStatistics others) ? others.Plus(last) : last;
    }

    internal void CopyTo(List<PoolReading> readings)
    {
        foreach (KeyValuePair<string, PoolStatistics> ended in _byName)
            readings.Add(new PoolReading { Name = ended.Key, Statistics = ended.Value, IsEnded = true });
    }
}
