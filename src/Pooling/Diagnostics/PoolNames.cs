namespace Pooling.Diagnostics;

/// <summary>Sums what pools report by name. The first 256 names stay; the others are one.</summary>
/// <remarks>A listener keeps the last of two measurements with the same tags, so pools of one name are one
/// measurement.</remarks>
internal sealed class PoolNames
{
    /// <summary>The maximum number of names.</summary>
    internal const int Max = 256;

    /// <summary>The name of all pools above the maximum.</summary>
    internal const string Other = "(other)";

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
        if (_byName.TryGetValue(name, out NamedPools? pools))
            return pools;

        if (_byName.Count >= Max && name != Other)
            return Find(Other);

        return _byName[name] = new NamedPools(name);
    }
}
