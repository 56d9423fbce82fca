namespace Pooling.Benchmarks;

/// <summary>What a benchmark method stands for in a row of rows.json: the plain way, the published technique in code of our own, this
/// library, another library that does the same work, or what we advise instead, which does less.</summary>
public enum Role
{
    Before,
    Published,
    Ours,
    Peer,
    Advice,
}
