namespace Pooling.Benchmarks;

/// <summary>Specifies the row of rows.json to which a benchmark method belongs, and its role in the row.</summary>
/// <param name="id">The id of the row, or the start of several ids followed by <c>*</c>; a literal, which a convention test reads from the
/// source.</param>
/// <param name="name">The library, type or technique; required for peers and advice.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class RowAttribute(string id, Role role, string? name = null) : Attribute
{
    public string Id { get; } = id;
    public Role Role { get; } = role;
    public string? Name { get; } = name;
}
