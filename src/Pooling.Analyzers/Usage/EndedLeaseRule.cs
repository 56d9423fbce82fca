using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL002: a leased object, or its memory, leaves the <c>using</c> of its lease: by a result, a field, or a
/// collection.</summary>
internal static class EndedLeaseRule
{
    private const string Return = "return the lease, or a copy of the content";
    private const string ReturnItself = "return it without 'using'";
    private const string Store = "store the lease, or a copy of the content";

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Returns)
            CheckReturn(report, node, static _ => true);

        // The caller has more of the loop to run: a value can be read meanwhile, but memory is likely to be kept.
        foreach (MethodBody.Node node in report.Body.Yields)
            CheckReturn(report, node, static part => Content.IsMemory(part.Type));

        foreach (MethodBody.Node node in report.Body.Assignments)
        {
            ISimpleAssignmentOperation assignment = (ISimpleAssignmentOperation)node.Operation;
            if (Escapes.LivesLonger(assignment.Target)
                && PartOfLease(report, assignment.Value, node.Function, out _, out _) is { } part
                && Escapes.IsLeftBehind(report, assignment, node.Function))
            {
                Report(report, part, Store);
            }
            else
            {
                CheckCollection(report, assignment.Value, node.Function);
            }
        }

        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is not IInvocationOperation call)
                continue;

            foreach (IArgumentOperation argument in call.Arguments)
                CheckCollection(report, argument.Value, node.Function);
        }
    }

    private static void CheckReturn(UsageReport report, MethodBody.Node node, Func<IOperation, bool> isOfRule)
    {
        IOperation value = ((IReturnOperation)node.Operation).ReturnedValue!;
        if (PartOfLease(report, value, node.Function, out _, out bool isLease) is { } part && isOfRule(part))
            Report(report, part, isLease ? ReturnItself : Return);
    }

    private static void CheckCollection(UsageReport report, IOperation value, IOperation? function)
    {
        if (Escapes.CollectionOf(value) is { } collection
            && PartOfLease(report, value, function, out LocalUse? lease, out bool isLease) is { } part
            && !isLease && Escapes.KeepsItems(report, collection, lease!, value, function))
        {
            Report(report, part, Store);
        }
    }

    private static void Report(UsageReport report, IOperation part, string advice) =>
        report.AddEnded(part.Syntax, null, part.Syntax.ToString(), advice);

    /// <summary>Returns the part of a value that belongs to a lease which certainly ends later in the same
    /// function.</summary>
    private static IOperation? PartOfLease(
        UsageReport report, IOperation value, IOperation? function, out LocalUse? lease, out bool isLease)
    {
        foreach (IOperation part in Wrappers.PartsOf(value))
        {
            lease = report.Body.LeaseOf(part, report.Library, out isLease);
            if (lease is not null && ReferenceEquals(lease.Function, function)
                && (isLease ? lease.IsUsing : Escapes.EndsAfter(lease, part)))
            {
                return part;
            }
        }

        lease = null;
        isLease = false;
        return null;
    }
}
