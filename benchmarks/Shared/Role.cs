namespace Pooling.Benchmarks;

/// <summary>What a benchmark method stands for in a row of rows.json.</summary>
public enum SeedRole
{
    /// <summary>The plain way, without pooling.</summary>
    Before,

    /// <summary>The published improvement: its technique in code of our own.</summary>
    Published,

    /// <summary>This library.</summary>
    Ours,
}
