namespace Pooling.Benchmarks;

/// <summary>A published ratio: a number, text if the source states a bound, or nothing.</summary>
internal sealed record RowRatio(JsonElement? Time, JsonElement? Allocated)
{
    public override string ToString() => string.Join(" and ", new[] { Text(Time, "time"), Text(Allocated, "bytes") }.OfType<string>());

    private static string? Text(JsonElement? value, string what) => value switch
    {
        null or { ValueKind: JsonValueKind.Null } => null,
        { ValueKind: JsonValueKind.Number } number => $"{number.GetDouble().ToString("0.###", CultureInfo.InvariantCulture)} × the {what}",
        var other => $"{other} × the {what}",
    };
}
