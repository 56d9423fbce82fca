namespace Pooling.Tour.Measuring;

/// <summary>Specifies whether a contender is stock or pooled.</summary>
internal enum Side
{
    /// <summary>Code that uses only the class library.</summary>
    Stock,

    /// <summary>The same with this library.</summary>
    Pooled,
}
