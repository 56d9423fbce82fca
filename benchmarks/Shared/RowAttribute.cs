namespace Pooling.Benchmarks;

/// <summary>Names the row of rows.json that a benchmark method belongs to, and what it stands for there.</summary>
/// <param name="id">The id of the row, or the beginning of several with <c>*</c> behind it; a literal, which a convention test reads
/// from the source.</param>
/// <param name="name">The library, type or technique; needed for peers and advice.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class RowAttribute(string id, Role role, string? name = null) : Attribute
{
    public string Id { get; } = id;
    public Role Role { get; } = role;
    public string? Name { get; } = name;
}
