namespace Pooling.Tour.Measuring;

/// <summary>Whose way a contender goes.</summary>
internal enum Side
{
    /// <summary>What people write with the base class library alone.</summary>
    Stock,

    /// <summary>The same with this library.</summary>
    Pooled,
}
