namespace Pooling.Objects;

/// <summary>One slot of a magazine. A struct around the reference, so that storing it needs no array covariance check.</summary>
internal struct MagazineSlot
{
    internal object? Item;
}
