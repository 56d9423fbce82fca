namespace Pooling.Benchmarks;

/// <summary>What a benchmark method stands for in a row of rows.json.</summary>
public enum Role
{
    /// <summary>The plain way, without pooling.</summary>
    Before,

    /// <summary>The published improvement: its technique in code of our own.</summary>
    Published,

    /// <summary>This library, doing the same work.</summary>
    Ours,

    /// <summary>Another library or type, doing the same work.</summary>
    Peer,

    /// <summary>What we advise instead, which does less: its name and its note in rows.json say what it leaves out.</summary>
    Advice,
}
