using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>Places that outlive a lease, and what empties or uses them before the lease ends.</summary>
internal static class Escapes
{
    private static readonly HashSet<string> s_adds =
    [
        "Add", "TryAdd", "Insert", "Enqueue", "TryEnqueue", "Push", "AddFirst", "AddLast", "TryWrite", "WriteAsync",
            "AddOrUpdate", "Append",
    ];

    /// <summary>Whether a lease certainly ends after a place, in the function that declares it.</summary>
    internal static bool EndsAfter(LocalUse lease, IOperation place)
    {
        if (lease.IsUsing)
            return true;

        int start = place.Syntax.SpanStart;
        foreach (LocalUse.Reference reference in lease.References)
        {
            if (!lease.IsDirect(reference) || KeptLease.EndOf(reference.Operation) is not { } end
                || end.TargetMethod.Name is "Detach" or "DetachShared" || end.Syntax.SpanStart < start)
            {
                continue;
            }

            IOperation? statement = end.Parent;
            while (statement is not (null or IExpressionStatementOperation))
                statement = statement.Parent;

            if (statement?.Parent is IBlockOperation block && (block.Syntax.Span.Contains(place.Syntax.Span)
                || block.Parent is ITryOperation attempt && ReferenceEquals(attempt.Finally, block)
                    && attempt.Body.Syntax.Span.Contains(place.Syntax.Span)))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a target of an assignment exists longer than the method. A member of another object can be
    /// one that the method empties, or forgets, before the lease ends.</summary>
    internal static bool LivesLonger(IOperation target) => target switch
    {
        IParameterReferenceOperation { Parameter.RefKind: RefKind.Out } => true,
        IMemberReferenceOperation { Instance: var instance }
            and not IPropertyReferenceOperation { Property.IsIndexer: true } =>
            instance is null or IInstanceReferenceOperation
            {
                ReferenceKind: InstanceReferenceKind.ContainingTypeInstance,
            },
        _ => false,
    };

    /// <summary>Whether the method assigns a member or parameter once, and calls nothing afterwards that can use it
    /// as long as the lease lives.</summary>
    internal static bool IsLeftBehind(UsageReport report, ISimpleAssignmentOperation assignment,
        IOperation? function) =>
        report.Body.AssignmentsTo(Places.SymbolOf(assignment.Target)) == 1
        && !(assignment.Target is IMemberReferenceOperation { Member.ContainingType: { } owner }
            && report.Body.LastCallOf(owner, function) > assignment.Syntax.Span.End);

    /// <summary>Whether content of a lease is used when the lease would end with <c>using</c>: by the caller, or
    /// outside of a part of the method.</summary>
    /// <param name="report">The method.</param>
    /// <param name="lease">The variable of the lease, or the call that rents it.</param>
    /// <param name="scope">The part that would end the lease.</param>
    internal static bool IsLeaving(UsageReport report, object lease, TextSpan scope) =>
        (report.Leaving ??= LeavingContent.Find(report)).IsOf(lease, scope);

    /// <summary>Returns the collection to which a value is added; <see langword="null"/> if it is not.</summary>
    internal static IOperation? CollectionOf(IOperation value)
    {
        switch (value.Parent)
        {
            case IArgumentOperation { Parent: IInvocationOperation call } when s_adds.Contains(call.TargetMethod.Name)
                && IsCollection(call.TargetMethod.ContainingType):
                return call.Instance is { } instance ? WithoutWriter(instance) : null;
            case ISimpleAssignmentOperation { Target: IArrayElementReferenceOperation element } assignment
                when ReferenceEquals(assignment.Value, value):
                return Places.Strip(element.ArrayReference);
            case ISimpleAssignmentOperation
            {
                Target: IPropertyReferenceOperation { Property.IsIndexer: true } item,
            } assignment
                when ReferenceEquals(assignment.Value, value) && item.Instance is { } list
                    && IsCollection(item.Property.ContainingType):
                return Places.Strip(list);
            default:
                return null;
        }
    }

    /// <summary>Whether a collection still has what was added to it when a lease ends.</summary>
    internal static bool KeepsItems(UsageReport report, IOperation collection, LocalUse lease, IOperation added,
        IOperation? function)
    {
        int place = added.Syntax.Span.End;
        switch (collection)
        {
            case IMemberReferenceOperation { Instance: null or IInstanceReferenceOperation } member:
                return report.Body.LastCallOf(member.Member.ContainingType, function) <= place
                    && !report.Body.IsUsedAfter(member.Member, place);
            case IParameterReferenceOperation { Parameter: { } parameter } when report.Body.UseOf(parameter) is { } use:
                return use.References.All(each => use.IsDirect(each)
                    && (each.Operation.Syntax.SpanStart < place || CountsOrAdds(each.Operation)));
            case ILocalReferenceOperation { Local: { } local }
                when report.Body.UseOf(local) is { RefKind: RefKind.None } variable:
                return IsUsedLater(report, variable, lease, place);
            default:
                return false;
        }
    }

    private static bool IsUsedLater(UsageReport report, LocalUse variable, LocalUse lease, int place)
    {
        if (!report.CollectionUses.TryGetValue(variable, out List<LocalUse.Reference>? uses))
        {
            uses = [.. variable.References.Where(each => !variable.IsDirect(each) || !CountsOrAdds(each.Operation))];
            report.CollectionUses.Add(variable, uses);
        }

        int end = lease.ScopeSpan.End;
        bool isUsed = false;
        foreach (LocalUse.Reference reference in uses)
        {
            int start = reference.Operation.Syntax.SpanStart;
            if (!variable.IsDirect(reference))
                return false;

            if (start < place)
                continue;

            bool isReturned = Wrappers.IsReturned(reference.Operation);
            if (start < end && !isReturned || LocalUse.IsWrite(reference)
                || reference.Operation.Parent is IInvocationOperation { TargetMethod.Name: "Clear" })
            {
                return false;
            }

            isUsed = true;
        }

        return isUsed;
    }

    private static bool CountsOrAdds(IOperation collection) => collection.Parent switch
    {
        IInvocationOperation call => ReferenceEquals(call.Instance, collection)
            && s_adds.Contains(call.TargetMethod.Name),
        IPropertyReferenceOperation { Property: { IsIndexer: true } } item =>
            item.Parent is ISimpleAssignmentOperation assignment
            && ReferenceEquals(assignment.Target, item),
        IArrayElementReferenceOperation element => element.Parent is ISimpleAssignmentOperation assignment
            && ReferenceEquals(assignment.Target, element),
        IPropertyReferenceOperation property => property.Property.Name is "Count" or "Length",
        _ => false,
    };

    private static IOperation WithoutWriter(IOperation collection) =>
        Places.Strip(collection) is IPropertyReferenceOperation { Property.Name: "Writer", Instance: { } channel }
            ? Places.Strip(channel)
            : Places.Strip(collection);

    private static bool IsCollection(INamedTypeSymbol type)
    {
        string? room = type.ContainingNamespace?.ToDisplayString();
        return room is "System.Threading.Channels" or "Pooling.Queues"
            || room?.StartsWith("System.Collections", StringComparison.Ordinal) == true;
    }
}
