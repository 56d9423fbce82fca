namespace Pooling.Conventions;

/// <summary>An attribute of a benchmark method, which specifies the role of the method in a row.</summary>
/// <param name="Class">The class that declares the method.</param>
/// <param name="Method">The method. Pages of figures use its name for the contender.</param>
/// <param name="Row">The id of the row, or the start of several ids followed by an asterisk.</param>
/// <param name="Role">The role in that row.</param>
/// <param name="Name">The peer, its usage after a comma, and its duties after a colon; null if the attribute has no literal.</param>
internal sealed record BenchmarkContender(string Class, string Method, string Row, string Role, string? Name)
{
    /// <summary>Gets the library, type or technique; empty if it has no name.</summary>
    internal string Peer => (Name ?? "").Split(',', ':')[0];

    /// <summary>Gets the duties beyond the work of the row, such as catching exceptions.</summary>
    internal IReadOnlyList<string> Duties => Name?.Split(": ") is [_, string duties] ? duties.Split(", ") : [];

    /// <summary>Returns whether the attribute names the row.</summary>
    internal bool Names(string id) =>
        Row.EndsWith('*') ? id.StartsWith(Row[..^1], StringComparison.Ordinal) : id == Row;
}
