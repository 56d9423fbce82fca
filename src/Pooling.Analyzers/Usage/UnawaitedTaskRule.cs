using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL002: an asynchronous operation on a leased object, or on its memory, may still run when the lease ends,
/// because nothing awaits it.</summary>
internal static class UnawaitedTaskRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation call && IsTask(call.Type)
                && UsedLease(report, call, node.Function) is { } lease)
            {
                Check(report, call, lease);
            }
        }
    }

    private static void Check(UsageReport report, IInvocationOperation call, LocalUse lease)
    {
        IOperation task = WithoutAdapters(call);
        string advice = $"await the result of '{call.TargetMethod.Name}' before";
        bool isLost = Places.IsIgnored(task) || lease.IsUsing && (IsReturned(task) || IsReturnedLater(report, task));
        if (isLost)
        {
            string? fix = Places.IsIgnored(task) || IsReturned(task) ? UsageFixes.Await : null;
            report.AddEnded(call.Syntax, fix, lease.Name, advice);
        }
        else if (Escapes.CollectionOf(task) is { } collection)
        {
            if (Escapes.EndsAfter(lease, task) && Escapes.KeepsItems(report, collection, lease, task, lease.Function))
                report.AddEnded(call.Syntax, null, lease.Name, advice);
        }
        else if (lease.Type?.Name != "PooledAsyncUtf8JsonWriter" // whose end waits for its tasks
            && task.Parent is IVariableInitializerOperation
            or ISimpleAssignmentOperation { Target: ILocalReferenceOperation })
        {
            LaterUse.CheckVariable(report, call, task, lease, advice);
        }
    }

    /// <summary>Returns the variable with the lease that a call uses until its task is complete; <see langword="null"/>
    /// if there is none, or nothing ends the lease in the function of the call.</summary>
    private static LocalUse? UsedLease(UsageReport report, IInvocationOperation call, IOperation? function)
    {
        bool isOurs = report.Library.IsOurs(call.TargetMethod);
        if (!isOurs && !IsOfSystem(call.TargetMethod))
            return null;

        if (isOurs && call.Instance is { } instance && call.TargetMethod.Name != "DisposeAsync"
            && LeaseOf(report, instance, function) is { } own)
        {
            return own;
        }

        foreach (IArgumentOperation argument in call.Arguments)
        {
            if ((isOurs || Content.IsMemory(argument.Value.Type))
                && LeaseOf(report, argument.Value, function) is { } lease)
            {
                return lease;
            }
        }

        return null;
    }

    private static LocalUse? LeaseOf(UsageReport report, IOperation value, IOperation? function) =>
        report.Body.LeaseOf(value, report.Library, out _) is { } lease && ReferenceEquals(lease.Function, function)
            && (lease.IsUsing || lease.References.Any(IsDisposal))
            ? lease
            : null;

    private static bool IsDisposal(LocalUse.Reference reference) =>
        reference.Operation.Parent is IInvocationOperation
        {
            TargetMethod.Name: "Dispose" or "DisposeAsync"
            or "TryReturn" or "Discard"
        };

    // A pipe takes a copy before it returns.
    private static bool IsOfSystem(IMethodSymbol method) =>
        method.Name is "WriteAsync" or "SendAsync" or "SendToAsync" or "CopyToAsync"
        && method.ContainingNamespace?.ToDisplayString() is "System.IO" or "System.Net.Sockets"
            or "System.Net.WebSockets"
            or "System.Net.Security" or "System.Net.Quic" or "System.IO.Compression";

    internal static bool IsTask(ITypeSymbol? type) => type is INamedTypeSymbol
    {
        Name: "Task" or "ValueTask",
        ContainingNamespace: { Name: "Tasks", ContainingNamespace: { Name: "Threading" } },
    };

    private static IOperation WithoutAdapters(IOperation task)
    {
        const int MaxAdapters = 8;
        for (int i = 0; i < MaxAdapters; i++)
        {
            if (task.Parent is IInvocationOperation
                { TargetMethod.Name: "AsTask" or "ConfigureAwait" or "Preserve" } adapter
                && ReferenceEquals(adapter.Instance, task))
            {
                task = adapter;
            }
            else if (task.Parent is IConversionOperation conversion)
            {
                task = conversion;
            }
            else
            {
                break;
            }
        }

        return task;
    }

    private static bool IsReturned(IOperation task) =>
        task.Parent is IReturnOperation { Kind: not OperationKind.YieldReturn };

    // A variable of which nothing is awaited, and that goes nowhere but to the caller.
    private static bool IsReturnedLater(UsageReport report, IOperation task) =>
        Places.DeclaratorOf(task) is { } declarator
        && report.Body.UseOf(declarator.Symbol) is { } variable && variable.References.All(reference =>
            variable.IsDirect(reference) && IsReturned(WithoutAdapters(reference.Operation)));
}
