using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Finds code that runs beside the method and uses a lease: tasks, threads and timers. It is fine if the
/// method waits for it.</summary>
internal static class LaterUse
{
    private const string GiveCopy = "give the lambda a copy of the content, or a lease that it disposes";

    /// <summary>Whether a call or creation runs its lambda on another thread, or later.</summary>
    internal static bool Starts(IOperation operation) => operation switch
    {
        IInvocationOperation { TargetMethod: { } method } => method.Name switch
        {
            "Run" or "StartNew" or "ContinueWith" => method.ContainingType.Name is "Task" or "TaskFactory",
            "ForEachAsync" or "ForAsync" => method.ContainingType.Name == "Parallel",
            "QueueUserWorkItem" or "UnsafeQueueUserWorkItem" => method.ContainingType.Name == "ThreadPool",
            "Register" or "UnsafeRegister" => method.ContainingType.Name == "CancellationToken",
            "Post" => method.ContainingType.Name == "SynchronizationContext",
            _ => false,
        },
        IObjectCreationOperation { Type: { Name: "Thread" or "Timer", ContainingNamespace.Name: "Threading" } } => true,
        _ => false,
    };

    internal static void Check(UsageReport report, IOperation start, LocalUse lease, MethodBody.Node lambda)
    {
        IOperation value = WithoutAdapters(start);
        string advice = UnawaitedTaskRule.IsTask(value.Type)
            ? $"await the result of '{UsageReport.NameOf(start)}' before" : GiveCopy;
        switch (value.Parent)
        {
            case IExpressionStatementOperation:
            case ISimpleAssignmentOperation { Target: IDiscardOperation }:
            case IInvocationOperation
            {
                TargetMethod: { Name: "Start", ContainingType.Name: "Thread" },
                Parent: IExpressionStatementOperation
            }:
                if (!WaitsOtherwise(report, start, lambda))
                {
                    bool isTask = UnawaitedTaskRule.IsTask(value.Type) && Places.IsIgnored(value);
                    report.AddEnded(start.Syntax, isTask ? UsageFixes.Await : null, lease.Name, advice);
                }

                break;
            case IReturnOperation { Kind: not OperationKind.YieldReturn }:
                report.AddEnded(start.Syntax, UnawaitedTaskRule.IsTask(value.Type) ? UsageFixes.Await
                    : null, lease.Name, advice);
                break;
            case ISimpleAssignmentOperation { Target: IMemberReferenceOperation member } assignment:
                if (Escapes.LivesLonger(assignment.Target) && Escapes.IsLeftBehind(report, assignment, lambda.Function)
                    && !report.Body.IsUsedAfter(member.Member, assignment.Syntax.Span.End))
                {
                    report.AddEnded(start.Syntax, null, lease.Name, advice);
                }

                break;
            case IVariableInitializerOperation or ISimpleAssignmentOperation { Target: ILocalReferenceOperation }:
                if (!WaitsOtherwise(report, start, lambda))
                    CheckVariable(report, start, value, lease, advice);

                break;
            case IArgumentOperation argument when Escapes.CollectionOf(value) is { } collection:
                if (Escapes.KeepsItems(report, collection, lease, argument, lambda.Function)
                    && !WaitsOtherwise(report, start, lambda))
                {
                    report.AddEnded(start.Syntax, null, lease.Name, advice);
                }

                break;
        }
    }

    /// <summary>Checks a variable that holds a task, a thread or a delegate which uses a lease.</summary>
    internal static void CheckVariable(UsageReport report, IOperation place, IOperation value, LocalUse lease,
        string advice)
    {
        LocalUse? variable = Places.DeclaratorOf(value) is { } declarator
            ? report.Body.UseOf(declarator.Symbol)
            : value.Parent is ISimpleAssignmentOperation { Target: ILocalReferenceOperation target }
            ? report.Body.UseOf(target.Local) : null;
        if (variable is null || variable.IsUsing || variable.RefKind != RefKind.None
            || !ReferenceEquals(variable.Function, lease.Function)
            || variable.References.Any(each => !variable.IsDirect(each)))
        {
            return;
        }

        bool isDelegate = value.Type?.TypeKind == TypeKind.Delegate;
        bool isTask = UnawaitedTaskRule.IsTask(value.Type);
        if (!isDelegate && variable.References.All(each => LocalUse.IsWrite(each) || !isTask
            && IsStartOnly(each.Operation))
            || IsUsedLater(report, variable, lease, value, isDelegate))
        {
            report.AddEnded(place.Syntax, null, lease.Name, advice);
        }
    }

    private static bool IsStartOnly(IOperation thread) => thread.Parent switch
    {
        IInvocationOperation call => call.TargetMethod.Name is "Start" or "Change" or "UnsafeStart",
        IPropertyReferenceOperation property => property.Property.Name is "IsBackground" or "Name" or "Priority",
        _ => false,
    };

    // A wait before the end of the lease makes all later ones harmless.
    private static bool IsUsedLater(UsageReport report, LocalUse variable, LocalUse lease, IOperation value,
        bool isDelegate)
    {
        FlowEventKind KindOf(IOperation? assigned) =>
            assigned is not null && assigned.Syntax.Span.Contains(value.Syntax.Span) ? FlowEventKind.Attach
                : FlowEventKind.Clear;

        if (FlowEvents.OfWrites(report.Body, variable, KindOf) is not { } events)
            return false;

        foreach (LocalUse.Reference reference in lease.References)
        {
            if (lease.IsDirect(reference) && KeptLease.EndOf(reference.Operation) is { } end
                && !events.Add(end, FlowEventKind.End))
            {
                return false;
            }
        }

        events.AddUsing(lease.Symbol);
        bool isAny = false;
        foreach (LocalUse.Reference reference in variable.References)
        {
            IOperation use = reference.Operation;
            if (LocalUse.IsWrite(reference))
                continue;

            if (isDelegate && !IsCall(use))
                continue;

            isAny = true;
            if (!events.Add(use, FlowEventKind.Use, use) || !isDelegate && !events.Add(use, FlowEventKind.Clear))
                return false;
        }

        return isAny && EndedUses.Find(events.Graph, variable.Symbol, events.All, isAttached: false).Count > 0;
    }

    private static bool IsCall(IOperation use) => use.Parent switch
    {
        IInvocationOperation call => ReferenceEquals(call.Instance, use),
        IArgumentOperation or IReturnOperation => true,
        _ => false,
    };

    // The method can wait for anything that the lambda has in common with it.
    private static bool WaitsOtherwise(UsageReport report, IOperation start, MethodBody.Node lambda)
    {
        int place = start.Syntax.Span.End;
        if (MethodBody.FunctionOf(lambda.Operation) is not { } function)
            return false;

        foreach (LocalUse variable in report.Body.CapturedBy(function))
        {
            if (!report.Library.IsHandle(variable.Type) && variable.References.Any(each =>
                each.Operation.Syntax.SpanStart > place && variable.IsDirect(each) && IsInWait(each.Operation)))
            {
                return true;
            }
        }

        HashSet<ISymbol> members = new(report.Body.MembersOf(function), SymbolEqualityComparer.Default);
        return members.Count > 0 && report.Body.Members.Any(node => node.Operation.Syntax.SpanStart > place
            && members.Contains(((IMemberReferenceOperation)node.Operation).Member) && IsInWait(node.Operation));
    }

    private static bool IsInWait(IOperation operation)
    {
        const int MaxLevels = 32;
        IOperation? each = operation;
        for (int i = 0; i < MaxLevels && each is not null; i++, each = each.Parent)
        {
            if (each is IAwaitOperation or ILoopOperation { LoopKind: LoopKind.While }
                || each is IInvocationOperation { TargetMethod.Name: { } name } && IsWait(name)
                || each is IPropertyReferenceOperation { Property.Name: "Result" })
            {
                return true;
            }

            if (each is IBlockOperation)
                return false;
        }

        return false;
    }

    private static bool IsWait(string name) => name.Contains("Wait") || name.Contains("Join") || name.Contains("Spin")
        || name.StartsWith("Read", StringComparison.Ordinal) || name.StartsWith("Take", StringComparison.Ordinal)
        || name.StartsWith("Receive", StringComparison.Ordinal) || name.StartsWith("Dispose", StringComparison.Ordinal)
        || name == "GetResult";

    private static IOperation WithoutAdapters(IOperation task)
    {
        const int MaxAdapters = 8;
        for (int i = 0; i < MaxAdapters; i++)
        {
            if (task.Parent is IInvocationOperation
                {
                    TargetMethod.Name: "AsTask" or "ConfigureAwait" or "Preserve"
                or "Unwrap"
                } adapter
                && (ReferenceEquals(adapter.Instance, task)))
            {
                task = adapter;
            }
            else if (task.Parent is IConversionOperation or IParenthesizedOperation)
            {
                task = task.Parent;
            }
            else if (task.Parent is IArgumentOperation
            { Parent: IInvocationOperation { TargetMethod.Name: "Unwrap" } unwrap })
            {
                task = unwrap;
            }
            else
            {
                break;
            }
        }

        return task;
    }
}
