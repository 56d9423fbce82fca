using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The uses, ends and assignments of a variable, placed in the control flow of its function. Nothing is known
/// of a variable that a reference can change, or that a lambda assigns.</summary>
internal sealed class FlowEvents
{
    internal FlowEvents(FlowGraph graph) => Graph = graph;

    internal FlowGraph Graph { get; }

    internal List<FlowEvent> All { get; } = [];

    /// <summary>Returns the assignments to a variable; <see langword="null"/> if not all of them are known.</summary>
    /// <param name="body">The method.</param>
    /// <param name="variable">The variable.</param>
    /// <param name="kindOf">Returns the kind of an assignment of a value, which is <see langword="null"/> if it is not
    /// known.</param>
    internal static FlowEvents? OfWrites(MethodBody body, LocalUse variable, Func<IOperation?, FlowEventKind> kindOf)
    {
        if (variable.RefKind != RefKind.None || body.FlowOf(variable.Function) is not { } graph)
            return null;

        FlowEvents events = new(graph);
        return events.AddWrites(variable, kindOf) ? events : null;
    }

    /// <summary>Returns the events of each block, in their order.</summary>
    internal static Dictionary<int, List<FlowEvent>> ByBlock(IEnumerable<FlowEvent> events) => events
        .OrderBy(static each => each.Point).ThenBy(static each => each.Kind)
        .GroupBy(static each => each.Point.Block)
        .ToDictionary(static block => block.Key, static block => block.ToList());

    /// <summary>Adds the assignments to a variable; returns <see langword="false"/> if not all of them are
    /// known.</summary>
    internal bool AddWrites(LocalUse variable, Func<IOperation?, FlowEventKind> kindOf)
    {
        Dictionary<SyntaxNode, IOperation?> values = [];
        if (variable.Declarator is { } declarator)
            values[declarator.Syntax] = declarator.GetVariableInitializer()?.Value;

        foreach (LocalUse.Reference reference in variable.References)
        {
            if (!LocalUse.IsWrite(reference))
                continue;

            IOperation? parent = reference.Operation.Parent;
            if (!variable.IsDirect(reference) || parent is IAddressOfOperation or IVariableInitializerOperation)
                return false;

            if (parent is ISimpleAssignmentOperation assignment)
            {
                values[assignment.Syntax] = assignment.Value;
            }
            else
            {
                IOperation place = parent is IArgumentOperation { Parent: { } call } ? call : reference.Operation;
                if (Graph.PointOf(place) is not { } point)
                    return false;

                All.Add(new(point, kindOf(null)));
            }
        }

        foreach ((FlowPoint point, IOperation operation) in Graph.WritesOf(variable.Symbol))
        {
            All.Add(new(point, kindOf(values.TryGetValue(operation.Syntax, out IOperation? value) ? value
                : variable.Loop?.Collection)));
        }

        return true;
    }

    /// <summary>Adds what an operation does; returns <see langword="false"/> if its place is not known.</summary>
    internal bool Add(IOperation place, FlowEventKind kind, IOperation? use = null)
    {
        if (Graph.PointOf(place) is not { } point)
            return false;

        All.Add(new(point, kind, use));
        return true;
    }

    /// <summary>Adds the ends by <c>using</c>.</summary>
    internal void AddUsing(ISymbol lease, FlowEventKind kind = FlowEventKind.End)
    {
        foreach (FlowPoint point in Graph.DisposalsOf(lease))
            All.Add(new(point, kind));
    }
}
