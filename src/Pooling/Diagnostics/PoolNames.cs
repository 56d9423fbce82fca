namespace Pooling.Diagnostics;

/// <summary>Sums what pools report by name. Every name stays: <see cref="PublishedNames"/> limits them.</summary>
/// <remarks>A listener keeps the last of two measurements with the same tags, so pools of one name are one
/// measurement.</remarks>
internal sealed class PoolNames
{
    private readonly Dictionary<string, NamedPools> _byName = [];

    /// <summary>Sums the readings.</summary>
    /// <returns>A sum for every name that was ever read.</returns>
    internal IReadOnlyCollection<NamedPools> Sum(List<PoolReading> readings)
    {
        foreach (NamedPools pools in _byName.Values)
            pools.Begin();

        foreach (PoolReading reading in readings)
            Find(reading.Name).Add(reading);

        foreach (NamedPools pools in _byName.Values)
            pools.End();

        return _byName.Values;
    }

    private NamedPools Find(string name)
    {
        if (!_byName.TryGetValue(name, out NamedPools? pools))
            _byName[name] = pools = new NamedPools(name);

        return pools;
    }
}
