namespace Pooling.Encodeables.Generated;

/// <summary>An encodeable with rented arrays between initializers that may throw, in this order.</summary>
[PooledEncodeable(MaxRetained = 4)]
public sealed partial class FragileTable
{
    [RentedArray(nameof(EarlyCount))]
    public Sample[]? Early { get; set; }

    public int EarlyCount { get; set; }

    public int First { get; set; } = Fragile.Make(1);

    [RentedArray(nameof(LateCount))]
    public Sample[]? Late { get; set; }

    public int LateCount { get; set; }

    public int Second { get; set; } = Fragile.Make(2);

    partial void OnReset() => Fragile.Make(3);
}
