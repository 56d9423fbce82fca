using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL002: a lease, a leased object or its memory is used after the end of the lease, or memory after its
/// writer has gone on without it.</summary>
internal static class EndedUseRule
{
    internal static readonly string[] Names =
        ["GetSpan", "GetMemory", "WrittenSpan", "WrittenMemory", "WrittenSequence"];

    private const string Later = "dispose the lease later";
    private const string Again = "get it again afterwards";

    internal static void Check(UsageReport report)
    {
        EndedSources sources = new(report);
        foreach (LocalUse variable in report.Body.Locals)
        {
            if (report.Library.IsHandle(variable.Type))
                CheckLease(report, variable);
            else if (Content.CanHold(variable.Type))
                CheckHolder(report, variable, sources);
        }
    }

    private static void CheckLease(UsageReport report, LocalUse lease)
    {
        List<IInvocationOperation> ends = EndedSources.EndsOf(lease);
        if (ends.Count == 0)
            return;

        int first = ends.Min(static each => each.Syntax.SpanStart);
        List<IOperation> uses = UsesOf(lease, first, report.Body.HasLabels, isLease: true);
        if (uses.Count == 0 || FlowEvents.OfWrites(report.Body, lease, static _ =>
            FlowEventKind.Attach) is not { } events
            || !ends.TrueForAll(each => events.Add(each, FlowEventKind.End))
            || !uses.TrueForAll(each => events.Add(each, FlowEventKind.Use, each)))
        {
            return;
        }

        foreach (IOperation use in EndedUses.Find(events.Graph, lease.Symbol, events.All, isAttached: true))
            report.AddEnded(use.Syntax, null, lease.Name, Later);
    }

    private static void CheckHolder(UsageReport report, LocalUse holder, EndedSources sources)
    {
        HashSet<ISymbol> found = new(SymbolEqualityComparer.Default);
        foreach (IOperation value in holder.Values)
        {
            if (report.Body.SourceOf(value, report.Library, out int steps) is { } source && steps > 0)
                found.Add(source);
        }

        foreach (ISymbol source in found)
        {
            if (sources.Find(source, holder.Function) is { } events)
                CheckHolder(report, holder, source, events);
        }
    }

    private static void CheckHolder(UsageReport report, LocalUse holder, ISymbol source, SourceEvents ends)
    {
        bool hasChanges = Content.IsMemory(holder.Type)
            || holder.Type?.IsReferenceType == true && !report.Library.IsWriter(holder.Type);
        List<IOperation> uses = UsesOf(holder, ends.First(hasChanges), report.Body.HasLabels, isLease: false);
        FlowEventKind KindOf(IOperation? value) => value is not null
            && SymbolEqualityComparer.Default.Equals(report.Body.SourceOf(value, report.Library, out int steps), source)
            && steps > 0
                ? FlowEventKind.Attach
                : FlowEventKind.Clear;

        if (uses.Count == 0 || !ends.Read()
            || FlowEvents.OfWrites(report.Body, holder, KindOf) is not { } events
            || !uses.TrueForAll(each => events.Add(each, FlowEventKind.Use, each)))
        {
            return;
        }

        bool Concerns(IInvocationOperation call) =>
            EndedSources.IsEnd(call.TargetMethod) || hasChanges && MemoryChanges.Affects(report, call, holder);
        foreach (IOperation use in EndedUses.Find(events.Graph, holder.Symbol, events.All, ends, each =>
            each.Operation is not IInvocationOperation call || Concerns(call)))
        {
            Report(report, holder, use, ends.LastBefore(use.Syntax.SpanStart, Concerns));
        }
    }

    private static void Report(UsageReport report, LocalUse holder, IOperation use, IInvocationOperation? end)
    {
        if (end is null || EndedSources.IsEnd(end.TargetMethod))
            report.AddEnded(use.Syntax, null, holder.Name, Later);
        else
            report.Add(UsageDiagnostics.EndedLease, use.Syntax, null, holder.Name, $"'{end.TargetMethod.Name}'", Again);
    }

    private static List<IOperation> UsesOf(LocalUse variable, int first, bool hasLabels, bool isLease)
    {
        List<IOperation> uses = [];
        bool isLater = false;
        foreach (LocalUse.Reference reference in variable.References)
        {
            if (variable.IsDirect(reference) && IsUse(reference.Operation, isLease))
            {
                uses.Add(reference.Operation);
                isLater |= hasLabels || reference.Operation.Syntax.SpanStart > first;
            }
        }

        if (!isLater)
            uses.Clear();

        return uses;
    }

    private static bool IsUse(IOperation reference, bool isLease)
    {
        IOperation value = Places.Converted(reference);
        bool isMemory = Content.IsMemory(reference.Type);
        switch (value.Parent)
        {
            case IMemberReferenceOperation member and not IMethodReferenceOperation:
                return ReferenceEquals(member.Instance, value) && !Content.IsHarmless(member.Member);
            case IInvocationOperation call:
                return ReferenceEquals(call.Instance, value) && !Content.IsHarmless(call.TargetMethod);
            case IArrayElementReferenceOperation element:
                return ReferenceEquals(element.ArrayReference, value);
            case IArgumentOperation { Parent: IInvocationOperation call } argument:
                return !isLease && (isMemory || IsReceiver(call, argument));
            case IReturnOperation:
                return !isLease;
            case IForEachLoopOperation:
                return isMemory;
            case ISimpleAssignmentOperation assignment:
                return isMemory && ReferenceEquals(assignment.Value, value)
                    && assignment.Target is IMemberReferenceOperation;
            default:
                return false;
        }
    }

    private static bool IsReceiver(IInvocationOperation call, IArgumentOperation argument) =>
        call.TargetMethod.IsExtensionMethod
        && call.Arguments.Length > 0 && ReferenceEquals(call.Arguments[0], argument)
        && argument.Syntax.SpanStart == call.Syntax.SpanStart;
}
