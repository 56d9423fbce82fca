namespace Pooling.Encodeables.Generated;

/// <summary>A base class with private state and without objects of its own.</summary>
[PooledEncodeable]
public abstract partial class Frame
{
    private int _sequence = 1;

    protected int TypeId { get; set; }

    protected string Kind { get; set; } = "frame";

    internal int Next() => _sequence++ + TypeId + Kind.Length;
}

/// <summary>A base class that is not an encodeable, but can be reset by derived classes.</summary>
public class PlainFrame : Frame
{
    public int Depth { get; set; } = 4;

    protected Guid Id = new("00000000-0000-0000-0000-000000000001");
}

/// <summary>A class whose constructor sets a member of its base class.</summary>
[PooledEncodeable]
public partial class DataFrame : PlainFrame
{
    public DataFrame()
    {
        TypeId = 811;
        Kind = "data";
    }

    public List<long> Data { get; set; } = [];

    internal Guid Identity => Id;
}

/// <summary>A sealed class at the end of the hierarchy, with constructor code.</summary>
[PooledEncodeable]
public sealed partial class SignedFrame : DataFrame
{
    private readonly int _size;

    public SignedFrame()
    {
        for (int i = 0; i < 4; i++)
            Power += i;

        _size = Power;
    }

    public int Power { get; set; }

    public string? Signature { get; init; }

    public int Size => _size;
}

/// <summary>An interface that is implemented explicitly.</summary>
public interface IMarked
{
    int Mark { get; set; }
}

/// <summary>A nested class with type parameters.</summary>
public static partial class Nesting<TOuter>
    where TOuter : struct
{
    [PooledEncodeable]
    public sealed partial class Cell<TInner> : IMarked
    {
        public TOuter Outer { get; set; }

        public TInner? Inner { get; init; }

        public Dictionary<TOuter, List<TInner>> Index { get; init; } = new();

        int IMarked.Mark { get; set; } = 7;
    }
}
