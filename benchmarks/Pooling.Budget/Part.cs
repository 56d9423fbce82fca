using Pooling.Encodeables;

namespace Pooling.Budget;

/// <summary>A part of a <see cref="Report"/>.</summary>
[PooledEncodeable]
internal sealed partial class Part
{
    internal long Handle { get; set; }
    internal string? Text { get; set; }
}
