namespace Pooling.Benchmarks;

/// <summary>A row of rows.json, and the role of a contender in it.</summary>
internal sealed record RatioRow(string Id, string Role, string? Name)
{
    internal string Text => Name is null ? Role : $"{Role}: {Name}";
}
