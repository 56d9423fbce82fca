using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL008: a queue for one reader or one writer is used by several tasks or threads that the method
/// starts.</summary>
internal static class SeveralUsersRule
{
    internal static readonly string[] Names = ["RingChannel", "SpscRingQueue", "MpscRingQueue"];

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

        IOperation? second = starts.FirstOrDefault(start => IsRepeated(report, start, queue))
            ?? (starts.Count > 1 && !WaitsBetween(report, starts, queue) ? starts[1] : null);
        if (second is not null)
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

    private static bool IsRead(IOperation reference) => reference.Parent switch
    {
        IPropertyReferenceOperation property => property.Property.Name == "Reader",
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

    /// <summary>Whether an operation runs several times for one queue, and nothing in the loop waits for what it
    /// starts.</summary>
    private static bool IsRepeated(UsageReport report, IOperation start, LocalUse queue)
    {
        IOperation? each = start.Parent;
        while (each is not (null or ILoopOperation or IAnonymousFunctionOperation or ILocalFunctionOperation))
            each = each.Parent;

        return each is ILoopOperation loop && !loop.Syntax.Span.Contains(queue.Declarator!.Syntax.Span)
            && !HasWait(report, queue, loop.Syntax.Span.Start, loop.Syntax.Span.End);
    }

    // The first is over when the second starts, perhaps.
    private static bool WaitsBetween(UsageReport report, List<IOperation> starts, LocalUse queue) =>
        HasWait(report, queue, starts[0].Syntax.Span.End, starts[1].Syntax.SpanStart);

    private static bool HasWait(UsageReport report, LocalUse queue, int start, int end) => report.Body.Waits.Any(wait =>
        ReferenceEquals(wait.Function, queue.Function) && wait.Operation.Syntax.SpanStart is var place && place >= start
            && place < end);
}
