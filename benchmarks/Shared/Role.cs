namespace Pooling.Benchmarks;

/// <summary>Specifies the role of a benchmark method in a row of rows.json: the plain technique, the published technique in our own code,
/// this library, another library that does the same work, or our alternative advice, which does less.</summary>
public enum Role
{
    Before,
    Published,
    Ours,
    Peer,
    Advice,
}
