namespace Pooling.Benchmarks;

/// <summary>Marks a benchmark method as a contender of another library in a row of rows.json.</summary>
/// <param name="id">The id of the row, as a literal: a convention test reads it from the source.</param>
/// <param name="peer">The library or type.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class PeerRowAttribute(string id, string peer) : Attribute
{
    public string Id { get; } = id;

    public string Peer { get; } = peer;
}
