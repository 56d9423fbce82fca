using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL002: a leased object, or its memory, is used after the statement that ends the lease, or leaves the <c>using</c> of its
/// lease.</summary>
internal static class EndedLeaseRule
{
    private const string Later = "dispose the lease later";
    private const string Return = "return the lease, or a copy of the content";
    private const string ReturnItself = "return it without 'using'";
    private const int MaxDisposals = 16; // of one variable: each is compared with each reference
    private const string Store = "store the lease, or a copy of the content";

    internal static void Check(UsageReport report)
    {
        CheckUsings(report);
        if (!report.Body.HasLabels)
            CheckDisposals(report);
    }

    private static void CheckUsings(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Returns)
        {
            IOperation value = ((IReturnOperation)node.Operation).ReturnedValue!;
            if (LeaseInUsing(report, value, node.Function, out bool isLease) is not null)
                report.Add(UsageDiagnostics.EndedLease, value.Syntax, null, value.Syntax.ToString(), isLease ? ReturnItself : Return);
        }

        foreach (MethodBody.Node node in report.Body.Assignments)
        {
            ISimpleAssignmentOperation assignment = (ISimpleAssignmentOperation)node.Operation;
            if (LivesLonger(assignment.Target) && LeaseInUsing(report, assignment.Value, node.Function, out _) is not null
                && IsOnlyAssignment(report, assignment) && !IsPassedOn(report, assignment, node.Function))
            {
                report.Add(UsageDiagnostics.EndedLease, assignment.Value.Syntax, null, assignment.Value.Syntax.ToString(), Store);
            }
        }
    }

    private static LocalUse? LeaseInUsing(UsageReport report, IOperation value, IOperation? function, out bool isLease) =>
        report.Body.LeaseOf(value, report.Library, out isLease) is { IsUsing: true } lease && ReferenceEquals(lease.Function, function)
            ? lease
            : null;

    // A member of another object can be one that the method empties, or forgets, before the lease ends.
    private static bool LivesLonger(IOperation target) => target switch
    {
        IParameterReferenceOperation { Parameter.RefKind: RefKind.Out } => true,
        IMemberReferenceOperation { Instance: var instance } => instance is null or IInstanceReferenceOperation
        {
            ReferenceKind: InstanceReferenceKind.ContainingTypeInstance,
        },
        _ => false,
    };

    private static bool IsOnlyAssignment(UsageReport report, ISimpleAssignmentOperation assignment)
    {
        ISymbol? target = TargetOf(assignment);
        return report.Body.Assignments.Count(other => SymbolEqualityComparer.Default.Equals(
            TargetOf((ISimpleAssignmentOperation)other.Operation), target)) == 1;
    }

    // The rest of the method can call others of the same object, which use the member as long as the lease lives.
    private static bool IsPassedOn(UsageReport report, ISimpleAssignmentOperation assignment, IOperation? function)
    {
        if (assignment.Target is not IMemberReferenceOperation { Member.ContainingType: { } owner })
            return false;

        int place = assignment.Syntax.Span.End;
        return report.Body.Calls.Any(node => node.Operation.Syntax.SpanStart > place && ReferenceEquals(node.Function, function)
            && IsOf(node.Operation, owner));
    }

    private static bool IsOf(IOperation operation, INamedTypeSymbol owner) => operation switch
    {
        IInvocationOperation call => SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingType, owner)
            || call.Instance is IInstanceReferenceOperation || call.Arguments.Any(IsInstance),
        IObjectCreationOperation creation => creation.Arguments.Any(IsInstance),
        _ => false,
    };

    private static bool IsInstance(IArgumentOperation argument) => Places.Strip(argument.Value) is IInstanceReferenceOperation;

    private static ISymbol? TargetOf(ISimpleAssignmentOperation assignment) => assignment.Target switch
    {
        IMemberReferenceOperation member => member.Member,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static void CheckDisposals(UsageReport report)
    {
        List<Disposal> disposals = [];
        foreach (LocalUse lease in report.Body.Locals)
        {
            if (report.Library.IsHandle(lease.Local.Type))
            {
                Disposal[] found = [.. DisposalsOf(lease)];
                if (found.Length <= MaxDisposals)
                    disposals.AddRange(found);
            }
        }

        if (disposals.Count == 0)
            return;

        ILookup<ISymbol, Disposal> byLease = disposals.ToLookup(static each => (ISymbol)each.Lease.Local, SymbolEqualityComparer.Default);
        foreach (LocalUse variable in report.Body.Locals)
        {
            bool isLease = report.Library.IsHandle(variable.Local.Type);
            LocalUse? lease = isLease ? variable : HeldLease(report, variable);
            if (lease is null || !byLease.Contains(lease.Local))
                continue;

            foreach (LocalUse.Reference reference in variable.References)
            {
                if (ReferenceEquals(reference.Function, lease.Function) && IsUse(reference.Operation, isLease)
                    && byLease[lease.Local].Any(each => each.IsBefore(reference.Operation, isLease ? null : variable)))
                {
                    report.Add(UsageDiagnostics.EndedLease, reference.Operation.Syntax, null, variable.Local.Name, Later);
                }
            }
        }
    }

    // What a scope has rented can have been detached from it.
    private static LocalUse? HeldLease(UsageReport report, LocalUse variable) =>
        variable.OnlyValue is { } value && report.Body.LeaseOf(value, report.Library, out bool isLease) is { } lease && !isLease
            && ReferenceEquals(lease.Function, variable.Function)
            ? lease
            : null;

    private static IEnumerable<Disposal> DisposalsOf(LocalUse lease)
    {
        foreach (LocalUse.Reference reference in lease.References)
        {
            if (lease.IsDirect(reference) && reference.Operation.Parent is IInvocationOperation call
                && ReferenceEquals(call.Instance, reference.Operation)
                && call.TargetMethod.Name is "Dispose" or "DisposeAsync" or "TryReturn" or "Discard"
                && (call.Parent is IAwaitOperation wait ? wait.Parent : call.Parent) is IExpressionStatementOperation statement
                && Disposal.Of(lease, statement) is { } disposal)
            {
                yield return disposal;
            }
        }
    }

    private static bool IsUse(ILocalReferenceOperation reference, bool isLease)
    {
        IOperation value = reference.Parent is IConversionOperation { IsImplicit: true } conversion ? conversion : reference;
        switch (value.Parent)
        {
            case IMemberReferenceOperation member and not IMethodReferenceOperation:
                return ReferenceEquals(member.Instance, value) && !Content.IsHarmless(member.Member);
            case IInvocationOperation call:
                return ReferenceEquals(call.Instance, value) && !Content.IsHarmless(call.TargetMethod);
            case IArrayElementReferenceOperation element:
                return ReferenceEquals(element.ArrayReference, value);
            case IArgumentOperation { Parent: IInvocationOperation call } argument:
                return !isLease && (Content.IsMemory(reference.Type) || IsReceiver(call, argument));
            default:
                return false;
        }
    }

    private static bool IsReceiver(IInvocationOperation call, IArgumentOperation argument) => call.TargetMethod.IsExtensionMethod
        && call.Arguments.Length > 0 && ReferenceEquals(call.Arguments[0], argument)
        && argument.Syntax.SpanStart == call.Syntax.SpanStart;

    /// <summary>A statement that ends a lease, and the part of the source that runs only after it.</summary>
    private sealed class Disposal(LocalUse lease, TextSpan statement, int end)
    {
        internal LocalUse Lease { get; } = lease;

        internal static Disposal? Of(LocalUse lease, IOperation statement)
        {
            // What follows a finally block, or a block of its own, follows the statement, too.
            const int MaxLevels = 32;
            TextSpan disposal = statement.Syntax.Span;
            for (int i = 0; i < MaxLevels; i++)
            {
                switch (statement.Parent)
                {
                    case IBlockOperation { Parent: ITryOperation attempt } block when ReferenceEquals(attempt.Finally, block):
                        statement = attempt;
                        break;
                    case IBlockOperation { Parent: IBlockOperation } block:
                        statement = block;
                        break;
                    case IBlockOperation or ISwitchCaseOperation:
                        return new(lease, TextSpan.FromBounds(disposal.Start, Math.Max(disposal.End, statement.Syntax.Span.End)),
                            statement.Parent.Syntax.Span.End);
                    default:
                        return null;
                }
            }

            return null;
        }

        /// <summary>Whether an operation always finds the lease ended: the variable gets no other lease in between, and the one that holds
        /// its value got it before.</summary>
        internal bool IsBefore(IOperation operation, LocalUse? holder)
        {
            int place = operation.Syntax.SpanStart;
            int start = holder?.Declarator?.Syntax.SpanStart ?? statement.Start;
            return place >= statement.End && place < end && start <= statement.Start && !Lease.References.Any(reference =>
                LocalUse.IsWrite(reference) && reference.Operation.Syntax.SpanStart >= start
                    && reference.Operation.Syntax.SpanStart < (holder is null ? place : statement.Start));
        }
    }
}
