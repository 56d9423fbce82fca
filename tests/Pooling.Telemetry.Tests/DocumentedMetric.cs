namespace Pooling.Telemetry;

/// <summary>Represents a row of the documentation's table of metrics.</summary>
/// <param name="Name">The name of the instrument.</param>
/// <param name="Kind">The kind of the instrument, such as <c>counter</c>.</param>
/// <param name="Unit">The unit of the measurements.</param>
/// <param name="Attribute">The attribute beside the name of the pool, or <see langword="null"/>.</param>
/// <param name="Values">The values of that attribute.</param>
internal sealed record DocumentedMetric(string Name, string Kind, string Unit, string? Attribute, string[] Values)
{
    /// <summary>The attribute that every measurement has.</summary>
    internal const string PoolName = "pooling.pool.name";

    /// <summary>Returns whether a series stays 0 in any short run: items are exhausted after a million messages or
    /// more.</summary>
    internal static bool IsRare(string series) => series.Contains("=exhausted", StringComparison.Ordinal);

    /// <summary>Returns the instrument and the sorted attributes of every measurement of one pool, as <c>dotnet-counters</c> has
    /// them.</summary>
    internal IEnumerable<string> SeriesOf(string pool) => Attribute is null
        ? [SeriesOf(Name, [new(PoolName, pool)])]
        : Values.Select(value => SeriesOf(Name, [new(PoolName, pool), new(Attribute, value)]));

    internal static string SeriesOf(string name, IEnumerable<KeyValuePair<string, object?>> attributes) => $"{name} " + string.Join(
        ',', attributes.OrderBy(static one => one.Key, StringComparer.Ordinal).Select(static one => $"{one.Key}={one.Value}"));
}
