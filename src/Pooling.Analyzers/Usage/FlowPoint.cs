namespace Pooling.Analyzers.Usage;

/// <summary>The place of an operation in a control-flow graph: its block, and its place in that.</summary>
internal readonly struct FlowPoint(int block, int index) : IComparable<FlowPoint>
{
    internal int Block { get; } = block;

    internal int Index { get; } = index;

    /// <inheritdoc/>
    public int CompareTo(FlowPoint other) => Block == other.Block ? Index.CompareTo(other.Index)
        : Block.CompareTo(other.Block);
}
