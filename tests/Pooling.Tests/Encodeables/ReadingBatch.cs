using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>A pooled class that owns another object, an array of objects and an array of values.</summary>
public partial class ReadingBatch
{
    public uint Sequence { get; set; }

    public Reading? First { get; set; }

    public PooledArray<Reading>? Readings { get; set; }

    public PooledArray<double>? Samples { get; set; }

    public List<string> Notes { get; } = [];
}
