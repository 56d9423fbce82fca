using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL002: a lambda that uses a lease, or what it holds, can run when the lease has ended: another thread,
/// a timer or an event calls it, or it leaves the method.</summary>
internal static class CapturedLeaseRule
{
    private const string GiveCopy = "give the lambda a copy of the content, or a lease that it disposes";

    internal static void Check(UsageReport report)
    {
        if (report.Body.Lambdas.Count == 0)
            return;

        Dictionary<ISymbol, LocalUse> functions = CapturesOf(report);
        foreach (MethodBody.Node node in report.Body.Lambdas)
        {
            LocalUse? lease = MethodBody.FunctionOf(node.Operation) is { } function
                ? functions.TryGetValue(function, out LocalUse? used) ? used : null
                : ReceiverOf(report, (IMethodReferenceOperation)node.Operation);
            if (lease is not null && ReferenceEquals(lease.Function, node.Function)
                && Escapes.EndsAfter(lease, node.Operation)
                && node.Operation.Parent is IDelegateCreationOperation creation)
            {
                Check(report, creation, lease, node);
            }
        }
    }

    private static void Check(UsageReport report, IDelegateCreationOperation creation, LocalUse lease,
        MethodBody.Node node)
    {
        IOperation value = creation;
        while (value.Parent is IConversionOperation or IParenthesizedOperation)
            value = value.Parent;

        while (Deferred(value) is { } query)
            value = query;

        switch (value.Parent)
        {
            case IReturnOperation { Kind: not OperationKind.YieldReturn }:
                report.AddEnded(value.Syntax, null, lease.Name, GiveCopy);
                break;
            case ISimpleAssignmentOperation assignment when ReferenceEquals(assignment.Value, value)
                && Escapes.LivesLonger(assignment.Target) && Escapes.IsLeftBehind(report, assignment, node.Function):
                report.AddEnded(value.Syntax, null, lease.Name, GiveCopy);
                break;
            case IEventAssignmentOperation { Adds: true, EventReference: IEventReferenceOperation source } added
                when !IsRemoved(report, source.Event)
                    && Places.Strip(source.Instance ?? source) is not ILocalReferenceOperation:
                report.AddEnded(added.Syntax, null, lease.Name, GiveCopy);
                break;
            case IArgumentOperation argument when Escapes.CollectionOf(value) is { } collection:
                if (Escapes.KeepsItems(report, collection, lease, argument, node.Function))
                    report.AddEnded(value.Syntax, null, lease.Name, GiveCopy);

                break;
            case IArgumentOperation { Parent: { } start } when LaterUse.Starts(start):
                LaterUse.Check(report, start, lease, node);
                break;
            case IVariableInitializerOperation or ISimpleAssignmentOperation { Target: ILocalReferenceOperation }:
                LaterUse.CheckVariable(report, value, value, lease, GiveCopy);
                break;
        }
    }

    // A method of a leased object that becomes a delegate.
    private static LocalUse? ReceiverOf(UsageReport report, IMethodReferenceOperation method) =>
        method.Instance is { } instance
        && report.Body.LeaseOf(instance, report.Library, out bool isLease) is { } lease && !isLease ? lease : null;

    // A query, or a lazy value, calls the lambda when it is read.
    private static IOperation? Deferred(IOperation value)
    {
        if (value.Parent is not IArgumentOperation { Parent: { } call })
            return value.Parent is IConversionOperation or IParenthesizedOperation ? value.Parent : null;

        return call switch
        {
            IInvocationOperation
            {
                TargetMethod:
                {
                    ContainingType:
                    {
                        Name: "Enumerable",
                        ContainingNamespace.Name: "Linq"
                    }
                } method
            }
                when method.ReturnType.Name is "IEnumerable" or "IOrderedEnumerable" => call,
            IObjectCreationOperation { Type.Name: "Lazy" } => call,
            _ => null,
        };
    }

    private static bool IsRemoved(UsageReport report, ISymbol source) => report.Body.Events.Any(each =>
        each.Operation is IEventAssignmentOperation { Adds: false, EventReference: IEventReferenceOperation other }
            && SymbolEqualityComparer.Default.Equals(other.Event, source));

    /// <summary>Returns the lambdas and local functions that use a lease of the function around them, and do not end
    /// it.</summary>
    private static Dictionary<ISymbol, LocalUse> CapturesOf(UsageReport report)
    {
        Dictionary<ISymbol, LocalUse> captures = new(SymbolEqualityComparer.Default);
        HashSet<ISymbol> ending = new(SymbolEqualityComparer.Default);
        foreach (LocalUse variable in report.Body.Locals)
        {
            LocalUse? lease = report.Library.IsHandle(variable.Type) ? variable : variable.OnlyValue is { } value
                ? report.Body.LeaseOf(value, report.Library, out bool isLease) is { } source && !isLease ? source : null
                : null;
            lease ??= MethodBody.IsLease(variable, report.Library) ? variable : null;
            if (lease is null || !ReferenceEquals(lease.Function, variable.Function))
                continue;

            foreach (LocalUse.Reference reference in variable.References)
            {
                foreach (ISymbol function in report.Body.FunctionsBetween(reference.Function, variable.Function))
                {
                    if (IsUse(reference.Operation, isLease: ReferenceEquals(lease, variable)))
                        captures[function] = lease;
                    else
                        ending.Add(function);
                }
            }
        }

        foreach (ISymbol function in ending)
            captures.Remove(function);

        return captures;
    }

    private static bool IsUse(IOperation reference, bool isLease) => isLease
        ? reference.Parent is IMemberReferenceOperation { Member.Name: not "IsLive" } or IInvocationOperation
        && KeptLease.EndOf(reference) is null
        : !LocalUse.IsWrite(new(reference, null));
}
