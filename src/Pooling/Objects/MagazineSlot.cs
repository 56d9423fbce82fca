namespace Pooling.Objects;

/// <summary>One slot of a magazine. A struct around the reference, so that storing it needs no array covariance
/// check.</summary>
internal struct MagazineSlot
{
    // the shared empty array of a type of this library would be compiled at the first use of a pool
#pragma warning disable CA1825
    internal static readonly MagazineSlot[] None = new MagazineSlot[0];
#pragma warning restore CA1825

    internal object? Item;
}
