namespace Pooling.Encodeables.Generated;

/// <summary>A class whose objects keep their parts, including objects of the class itself.</summary>
[PooledEncodeable]
public sealed partial class Branch
{
    public int Age { get; set; }

    public Point Root { get; } = new();

    public Choice? Choice { get; set; }

    public EncodeableList<Branch> Branches { get; } = new(Pool, maxKept: 8);

    public EncodeableList<Leaf> Leaves { get; } = new(Leaf.Pool);
}

/// <summary>A class that owns only a list.</summary>
[PooledEncodeable]
public partial class Leaf
{
    internal readonly EncodeableList<Point> Outline;

    public Leaf() => Outline = new EncodeableList<Point>(Point.Pool, 3);
}

/// <summary>A class that inherits a list and has another one.</summary>
[PooledEncodeable]
public sealed partial class VeinedLeaf : Leaf
{
    public EncodeableList<Point> Veins { get; } = new(Point.Pool);
}
