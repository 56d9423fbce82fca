namespace Pooling.Encodeables.Generated;

/// <summary>A message whose parts have arrays with a count.</summary>
[PooledEncodeable(MaxRetained = 100_000)]
public sealed partial class Trace
{
    public EncodeableList<Series> Series { get; } = new(Generated.Series.Pool, maxKept: 10_000);
}

/// <summary>A part with an array of values and one of references, which no other test has.</summary>
[PooledEncodeable(MaxRetained = 100_000)]
public sealed partial class Series
{
    [RentedArray(nameof(Count))]
    public Level[]? Levels { get; set; }

    public int Count { get; private set; }

    [RentedArray(nameof(LabelCount))]
    public SeriesLabel?[] Labels { get; private set; } = [];

    public int LabelCount { get; private set; }
}

public readonly record struct Level(long Value);

public sealed record SeriesLabel(string Text);
