using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL005: the target of a JSON lease is read, patched, detached or sent while the lease has text that it has
/// not flushed.</summary>
internal static class JsonTargetRule
{
    internal static void Check(UsageReport report)
    {
        Lazy<ILookup<ISymbol, LocalUse>> holders = new(() => HoldersOf(report));
        Dictionary<LocalUse, List<IOperation>> reads = [];
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation
                {
                    TargetMethod:
                    {
                        Name: "Rent",
                        Parameters: [{ Name: "target" }, ..]
                    } method
                } call
                && report.Library.IsOurs(method) && Places.DeclaratorOf(call) is { } declarator
                && report.Body.UseOf(declarator.Symbol) is { OnlyValue: not null } json
                && TargetOf(report, call) is { } target
                && ReferenceEquals(target.Function, json.Function))
            {
                if (!reads.TryGetValue(target, out List<IOperation>? all))
                    reads.Add(target, all = ReadsOf(report, target, holders.Value[target.Symbol]));

                if (all.Count > 0)
                    Check(report, json, target, all, holders.Value[json.Symbol]);
            }
        }
    }

    /// <summary>Returns the variables that hold something of another one, by that.</summary>
    private static ILookup<ISymbol, LocalUse> HoldersOf(UsageReport report)
    {
        List<(ISymbol Source, LocalUse Holder)> holders = [];
        foreach (LocalUse variable in report.Body.Locals)
        {
            IOperation? value = variable.OnlyValue;
            if (value is IInvocationOperation { TargetMethod.Name: "Reserve" } reserve)
                value = Places.ReceiverOf(reserve);

            if (value is not null && report.Body.SourceOf(value, report.Library, out _) is { } source)
                holders.Add((source, variable));
        }

        return holders.ToLookup(
            static each => each.Source, static each => each.Holder, SymbolEqualityComparer.Default);
    }

    /// <summary>Returns the variable of the writer, stream or pipe, or of the lease of a writer.</summary>
    private static LocalUse? TargetOf(UsageReport report, IInvocationOperation rent)
    {
        IOperation value = rent.Arguments.First(static each => each.Parameter?.Name == "target").Value;
        return report.Body.SourceOf(value, report.Library, out _) is { } source
            && report.Body.UseOf(source) is { } target
            && (target.OnlyValue is not null || target.Symbol is IParameterSymbol && target.Writes.Count == 0)
            ? target
            : null;
    }

    private static void Check(
        UsageReport report, LocalUse json, LocalUse target, List<IOperation> reads, IEnumerable<LocalUse> holders)
    {
        if (FlowEvents.OfWrites(report.Body, json, static _ => FlowEventKind.Attach) is not { } events)
            return;

        events.AddUsing(json.Symbol, FlowEventKind.Attach);
        foreach (LocalUse variable in NamesOf(report, json, holders))
        {
            foreach (LocalUse.Reference reference in variable.References)
            {
                if (!json.IsDirect(reference))
                    return;

                if (!LocalUse.IsWrite(reference) && !events.Add(reference.Operation, IsText(reference.Operation)
                    ? FlowEventKind.End
                    : FlowEventKind.Attach))
                {
                    return;
                }
            }
        }

        if (!reads.TrueForAll(each => events.Add(each, FlowEventKind.Use, each)))
            return;

        foreach (IOperation read in EndedUses.Find(events.Graph, json.Symbol, events.All, isAttached: true))
        {
            report.Add(UsageDiagnostics.UnflushedPipe, read.Syntax, null, json.Name,
                $"before '{MemberOf(read)}' of '{target.Name}': dispose the lease, or call its Flush");
        }
    }

    /// <summary>Returns the variables of a lease and of its writer.</summary>
    private static IEnumerable<LocalUse> NamesOf(UsageReport report, LocalUse json, IEnumerable<LocalUse> holders) =>
        holders.Where(each => Content.IsValueOfLease(each.OnlyValue!, report.Library)).Prepend(json);

    // A method that gets the writer can flush it.
    private static bool IsText(IOperation reference)
    {
        IOperation value = reference.Parent is IPropertyReferenceOperation { Property.Name: "Writer" } writer ? writer
            : reference;
        return value.Parent is IInvocationOperation { TargetMethod.Name: { } name } call
            && ReferenceEquals(call.Instance, value)
            && name.StartsWith("Write", StringComparison.Ordinal);
    }

    private static List<IOperation> ReadsOf(UsageReport report, LocalUse target, IEnumerable<LocalUse> holders)
    {
        List<IOperation> reads = [];
        foreach (LocalUse variable in holders.Prepend(target))
        {
            bool isReservation = variable.OnlyValue is IInvocationOperation { TargetMethod.Name: "Reserve" };
            if (!isReservation && !ReferenceEquals(variable, target) && !report.Library.IsWriter(variable.Type))
                continue;

            foreach (LocalUse.Reference reference in variable.References)
            {
                if (variable.IsDirect(reference) && ReadOf(reference.Operation, isReservation) is { } read)
                    reads.Add(read);
            }
        }

        return reads;
    }

    private static IOperation? ReadOf(IOperation reference, bool isReservation)
    {
        IOperation value = reference.Parent is IPropertyReferenceOperation { Property.Name: "Value" } lease ? lease
            : reference;
        IInvocationOperation? call = value.Parent as IInvocationOperation
            ?? (value.Parent as IArgumentOperation)?.Parent as IInvocationOperation;
        if (call is not null)
        {
            return IsRead(call.TargetMethod.Name, ReferenceEquals(Places.ReceiverOf(call), value), isReservation) ? call
                : null;
        }

        return value.Parent is IPropertyReferenceOperation
        {
            Property.Name: "WrittenSpan" or "WrittenMemory" or "WrittenSequence" or "WrittenCount",
        } property && !isReservation ? property : null;
    }

    private static bool IsRead(string name, bool isReceiver, bool isReservation)
    {
        if (isReservation)
            return isReceiver && name.StartsWith("PatchLength", StringComparison.Ordinal);

        return isReceiver
            ? name is "Detach" or "DetachShared" or "CopyTo" or "CopyToAsync" or "WriteTo" or "ToArray" or "GetBuffer"
            or "AsReadStream"
                or "FlushAsync"
            : name is "TryEnqueue" or "TryWrite" or "CopyTo";
    }

    private static string MemberOf(IOperation read) => read switch
    {
        IPropertyReferenceOperation property => property.Property.Name,
        IInvocationOperation call => call.TargetMethod.Name,
        _ => read.Syntax.ToString(),
    };
}
