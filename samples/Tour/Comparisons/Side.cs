namespace Pooling.Tour.Comparisons;

/// <summary>Specifies whether a contender uses this library.</summary>
internal enum Side
{
    /// <summary>Code without this library.</summary>
    Without,

    /// <summary>Code that does the same with this library.</summary>
    Pooled,
}
