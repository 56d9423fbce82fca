using Pooling.Buffers;

namespace Pooling.Encodeables.Generated;

/// <summary>The smallest encodeable.</summary>
[PooledEncodeable]
public sealed partial class Point
{
    public int X { get; set; }

    public int Y { get; set; } = -1;
}

/// <summary>A struct that holds an encodeable.</summary>
public struct Slot
{
    public Point? Point;

    public int Number;

    public readonly void VisitNested(ref NestedVisitor nested) => nested.Visit(Point);
}

/// <summary>A union. The selector determines the valid member.</summary>
[PooledEncodeable]
public partial class Choice
{
    public int Selector { get; set; }

    public double Number { get; set; }

    public Point? Point { get; set; }

    public Signal? Signal { get; set; }
}

/// <summary>An encodeable with optional fields controlled by a mask, and all kinds of members that hold pooled objects.</summary>
[PooledEncodeable(MaxRetainedCapacity = 8)]
public sealed partial class Packet
{
    private Slot _slot;

    public uint EncodingMask { get; set; }

    public int? Optional { get; set; }

    public Point Origin { get; } = new();

    public Choice Own { get; set; } = new();

    public Choice? Choice { get; init; }

    public IPooledEncodeable? Body { get; set; }

    public Point?[]? Points { get; set; }

    public List<Point> Path { get; } = [];

    public List<Choice?>? Choices { get; set; }

    public Dictionary<int, Point> Map { get; set; } = [];

    public PooledArray<Point>? Outline { get; set; }

    public PooledArray<Slot>? Slots { get; set; }

    public Slot[]? SlotArray { get; set; }

    public List<Slot> SlotList { get; set; } = [];

    public Dictionary<int, Slot>? SlotMap { get; set; }

    public PooledArray<string?>? Names { get; set; }

    [KeepOnReset]
    public Point? Kept { get; set; }

    internal void SetSlot(Slot slot) => _slot = slot;

    internal int ReadSlot() => _slot.Number;
}
