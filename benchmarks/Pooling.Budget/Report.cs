using Pooling.Encodeables;

namespace Pooling.Budget;

/// <summary>A message whose parts stay with it.</summary>
[PooledEncodeable]
internal sealed partial class Report
{
    internal long Sequence { get; set; }
    internal EncodeableList<Part> Parts { get; } = new(Part.Pool);
}
