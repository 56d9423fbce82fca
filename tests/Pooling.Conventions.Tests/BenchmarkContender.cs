namespace Pooling.Conventions;

/// <summary>What one attribute of a benchmark's method says: what the method stands for in a row.</summary>
/// <param name="Class">The class that declares the method.</param>
/// <param name="Method">The method, by whose name pages of figures call the contender.</param>
/// <param name="Row">The id of the row, or the beginning of several with a star behind it.</param>
/// <param name="Role">The role in that row.</param>
/// <param name="Name">The peer, after a comma how it is used, and after a colon its duties; null if the attribute has no literal.</param>
internal sealed record BenchmarkContender(string Class, string Method, string Row, string Role, string? Name)
{
    /// <summary>The library, type or technique; empty if it has no name.</summary>
    internal string Peer => (Name ?? "").Split(',', ':')[0];

    /// <summary>What it does beyond the work of the row, such as catching exceptions.</summary>
    internal IReadOnlyList<string> Duties => Name?.Split(": ") is [_, string duties] ? duties.Split(", ") : [];

    /// <summary>Whether the row is the one that the attribute names, or one of them.</summary>
    internal bool Names(string id) =>
        Row.EndsWith('*') ? id.StartsWith(Row[..^1], StringComparison.Ordinal) : id == Row;
}
