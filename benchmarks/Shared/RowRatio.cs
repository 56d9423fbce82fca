namespace Pooling.Benchmarks;

/// <summary>A published ratio: a number, text where the source gives a bound, or nothing.</summary>
internal sealed record RowRatio(JsonElement? Time, JsonElement? Allocated)
{
    public override string ToString() => $"time {Text(Time)}, bytes {Text(Allocated)}";

    private static string Text(JsonElement? value) => value switch
    {
        null or { ValueKind: JsonValueKind.Null } => "not told",
        { ValueKind: JsonValueKind.Number } number => number.GetDouble().ToString("0.###", CultureInfo.InvariantCulture),
        var other => other.ToString()!,
    };
}
