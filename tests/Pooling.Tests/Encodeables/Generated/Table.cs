namespace Pooling.Encodeables.Generated;

/// <summary>An item type of which no other test has arrays.</summary>
public readonly record struct Sample(long Value);

/// <summary>An encodeable with arrays whose lengths are in separate members: of encodeables, of structs that hold some, of other references
/// and of values.</summary>
[PooledEncodeable]
public partial class Table
{
#pragma warning disable IDE0044 // generated code sets them, which a tool that does not run the generator cannot see
    [RentedArray(nameof(_nameCount))]
    private string?[] _names = [];

    private int _nameCount = -1;
#pragma warning restore IDE0044

    [RentedArray(nameof(PointCount))]
    public Point?[]? Points { get; set; }

    public int PointCount { get; set; }

    [RentedArray(nameof(SlotCount))]
    public Slot[]? Slots { get; private set; }

    public int SlotCount { get; private set; }

    [RentedArray(nameof(SampleCount))]
    public Sample[]? Samples { get; set; }

    public int SampleCount { get; set; }

    /// <summary>Sets counts that match the arrays, and rents some of the arrays.</summary>
    internal void Use(Random random)
    {
        Point?[] points = Points ?? [];
        if (random.Next(2) == 0)
            points.CopyTo(RentPoints(points.Length + random.Next(3)));
        else
            PointCount = points.Length + random.Next(3); // also more than there are

        Slot[] slots = Slots ?? [];
        if (random.Next(2) == 0)
            slots.CopyTo(RentSlots(slots.Length + random.Next(3)));
        else
            SlotCount = slots.Length + random.Next(3);

        RentNames(random.Next(5)).Fill("name");
    }

    internal string?[] UseNames(int count)
    {
        RentNames(count).Fill("name");
        return _names;
    }
}

/// <summary>A class that inherits arrays with counts, and has another one.</summary>
[PooledEncodeable]
public sealed partial class SignedTable : Table
{
    [RentedArray(nameof(SignatureLength))]
    internal byte[]? Signature;

    internal int SignatureLength = 3;
}
