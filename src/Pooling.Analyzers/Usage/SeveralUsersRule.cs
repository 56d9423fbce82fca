using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL008: a queue for one reader or one writer is used by several tasks or threads that the method
/// starts.</summary>
internal static class SeveralUsersRule
{
    internal static readonly string[] Names = ["RingChannel", "SpscRingQueue", "MpscRingQueue"];

    private const int MaxStarts = 16; // of one queue: paths are followed from each

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is not IObjectCreationOperation { Constructor: { } constructor } creation
                || !report.Library.IsOurs(constructor) || Places.Outermost(creation) is not { } value
                || Places.DeclaratorOf(value) is not { } declarator
                || report.Body.UseOf(declarator.Symbol) is not { OnlyValue: not null } queue)
            {
                continue;
            }

            (bool isSingleReader, bool isSingleWriter) = SidesOf(report, creation);
            if (isSingleReader)
                Check(report, queue, "reader", IsRead);

            if (isSingleWriter)
                Check(report, queue, "writer", IsWrite);
        }
    }

    private static void Check(UsageReport report, LocalUse queue, string side, Func<IOperation, bool> isOfSide)
    {
        List<IOperation> starts = [];
        foreach (LocalUse.Reference reference in queue.References)
        {
            if (isOfSide(reference.Operation) && StartOf(reference.Function) is { } start && !starts.Contains(start)
                && ReferenceEquals(queue.Function, StartedIn(reference.Function)))
            {
                starts.Add(start);
            }
        }

        if (Second(report, starts, queue) is { } second)
            report.Add(UsageDiagnostics.SeveralUsers, second.Syntax, null, side, queue.Name);
    }

    private static (bool IsSingleReader, bool IsSingleWriter) SidesOf(
        UsageReport report, IObjectCreationOperation creation)
    {
        switch (creation.Type?.Name)
        {
            case "SpscRingQueue":
                return (true, true);
            case "MpscRingQueue":
                return (true, false);
            case "RingChannel" when creation.Arguments is [{ Value: { } argument }, ..]:
                IOperation options = Places.Strip(argument);
                if (options is ILocalReferenceOperation local)
                    options = report.Body.UseOf(local.Local)?.OnlyValue ?? options;

                return options is IObjectCreationOperation { Initializer: { } initializer }
                    ? (IsSet(initializer, "SingleReader"), IsSet(initializer, "SingleWriter"))
                    : (false, false);
            default:
                return (false, false);
        }
    }

    private static bool IsSet(IObjectOrCollectionInitializerOperation initializer, string name) =>
        initializer.Initializers.Any(each => each is ISimpleAssignmentOperation
        {
            Target: IPropertyReferenceOperation property,
            Value.ConstantValue: { HasValue: true, Value: true },
        } && property.Property.Name == name);

    // Any thread may ask whether a channel is complete, and how many items it has.
    private static bool IsRead(IOperation reference) => reference.Parent switch
    {
        IPropertyReferenceOperation { Property.Name: "Reader" } reader => reader.Parent is not
            IPropertyReferenceOperation { Property.Name: "Completion" or "Count" or "CanCount" or "CanPeek" },
        IPropertyReferenceOperation => false,
        IInvocationOperation call =>
            call.TargetMethod.Name is "TryDequeue" or "TryDequeueIf" or "DequeueMany" or "Drain" or "TryPeek",
        _ => false,
    };

    private static bool IsWrite(IOperation reference) => reference.Parent switch
    {
        IPropertyReferenceOperation property => property.Property.Name == "Writer",
        IInvocationOperation call => call.TargetMethod.Name is "TryEnqueue" or "EnqueueMany",
        _ => false,
    };

    /// <summary>Returns the call or creation that runs a lambda on another thread; <see langword="null"/> if it is
    /// awaited at once.</summary>
    private static IOperation? StartOf(IOperation? function)
    {
        if (function is not IAnonymousFunctionOperation
            { Parent: IDelegateCreationOperation { Parent: IArgumentOperation argument } })
        {
            return null;
        }

        IOperation? start = argument.Parent;
        bool isStart = start is IInvocationOperation { TargetMethod: { Name: "Run" or "StartNew" } method }
            && method.ContainingType.Name is "Task"
                or "TaskFactory" || start is IObjectCreationOperation { Type.Name: "Thread" };
        return isStart && start?.Parent is not (IAwaitOperation or IInvocationOperation or IPropertyReferenceOperation)
            ? start
            : null;
    }

    private static IOperation? StartedIn(IOperation? lambda)
    {
        IOperation? each = lambda?.Parent;
        while (each is not (null or IAnonymousFunctionOperation or ILocalFunctionOperation))
            each = each.Parent;

        return each;
    }

    /// <summary>Returns a start that can follow another one, or itself, while that is still running;
    /// <see langword="null"/> if there is none.</summary>
    private static IOperation? Second(UsageReport report, List<IOperation> starts, LocalUse queue)
    {
        if (starts.Count == 0 || report.Body.FlowOf(queue.Function) is not { } graph)
            return null;

        // A loop can declare the queue, too.
        ILookup<int, FlowPoint> declarations = graph.WritesOf(queue.Symbol)
            .ToLookup(static each => each.Point.Block, static each => each.Point);
        Dictionary<FlowPoint, IOperation> points = [];
        foreach (IOperation start in starts.Take(MaxStarts))
        {
            if (graph.PointOf(start) is { } point)
                points[point] = start;
        }

        ILookup<int, FlowPoint> all = points.Keys.ToLookup(static each => each.Block);
        foreach (KeyValuePair<FlowPoint, IOperation> each in points)
        {
            ILookup<int, FlowPoint> itself = new[] { each.Key }.ToLookup(static one => one.Block);
            if (LoopOf(each.Value) is { } loop
                && !HasWait(report, queue, loop.Syntax.Span.Start, loop.Syntax.Span.End)
                && graph.FindNext(each.Key, itself, declarations).Count > 0)
            {
                return each.Value;
            }

            // The first is over when the second starts, perhaps.
            foreach (FlowPoint next in graph.FindNext(each.Key, all, declarations).OrderBy(static one => one))
            {
                int start = points[next].Syntax.SpanStart;
                if (start > each.Value.Syntax.SpanStart && !HasWait(report, queue, each.Value.Syntax.Span.End, start))
                    return points[next];
            }
        }

        return null;
    }

    private static ILoopOperation? LoopOf(IOperation start)
    {
        IOperation? each = start.Parent;
        while (each is not (null or ILoopOperation or IAnonymousFunctionOperation or ILocalFunctionOperation))
            each = each.Parent;

        return each as ILoopOperation;
    }

    private static bool HasWait(UsageReport report, LocalUse queue, int start, int end) => report.Body.Waits.Any(wait =>
        ReferenceEquals(wait.Function, queue.Function) && wait.Operation.Syntax.SpanStart is var place && place >= start
            && place < end);
}
