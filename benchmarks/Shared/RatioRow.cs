using System.Text.Json.Serialization;

namespace Pooling.Benchmarks;

/// <summary>A row of rows.json, and what a contender stands for there.</summary>
/// <param name="Id">The id of the row.</param>
/// <param name="Role">The role, of the <see cref="Benchmarks.Role"/>s.</param>
/// <param name="Name">The library, type or technique, if it has one.</param>
internal sealed record RatioRow(string Id, string Role, string? Name)
{
    [JsonIgnore]
    internal string Text => Name is null ? Role : $"{Role}: {Name}";
}
