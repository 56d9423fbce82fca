namespace Pooling.Benchmarks;

/// <summary>A row of rows.json, and what a contender stands for there.</summary>
internal sealed record RatioRow(string Id, string Role, string? Name)
{
    internal string Text => Name is null ? Role : $"{Role}: {Name}";
}
