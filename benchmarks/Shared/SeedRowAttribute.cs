namespace Pooling.Benchmarks;

/// <summary>Names the row of rows.json that a benchmark method belongs to, and its role there.</summary>
/// <param name="id">The id of the row, as a literal: a convention test reads it from the source.</param>
/// <param name="role">The role.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class SeedRowAttribute(string id, SeedRole role) : Attribute
{
    public string Id { get; } = id;

    public SeedRole Role { get; } = role;
}
