using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Something that happens to a variable, or to what it holds.</summary>
internal readonly struct FlowEvent(FlowPoint point, FlowEventKind kind, IOperation? operation = null)
{
    internal FlowPoint Point { get; } = point;

    internal FlowEventKind Kind { get; } = kind;

    /// <summary>Gets the operation of a use.</summary>
    internal IOperation? Operation { get; } = operation;
}
