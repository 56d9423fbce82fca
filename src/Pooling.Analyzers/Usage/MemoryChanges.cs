using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The calls after which memory that was taken from a writer, or parts of a list, belong to somebody else: a
/// writer that grows, is emptied, or gives its array away.</summary>
internal static class MemoryChanges
{
    /// <summary>Returns the calls of a method, by the variable or field of the writer, lease or list.</summary>
    internal static ILookup<ISymbol, IInvocationOperation> Find(UsageReport report)
    {
        List<(ISymbol Source, IInvocationOperation Call)> changes = [];
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation call && IsChange(call.TargetMethod)
                && IsKnown(report, call.TargetMethod)
                && Places.ReceiverOf(call) is { } receiver && Moves(call, receiver)
                && report.Body.SourceOf(receiver, report.Library, out _) is { } source)
            {
                changes.Add((source, call));
            }
        }

        return changes.ToLookup(static each => each.Source, static each => each.Call, SymbolEqualityComparer.Default);
    }

    /// <summary>Whether a call ends what a variable holds.</summary>
    internal static bool Affects(UsageReport report, IInvocationOperation call, LocalUse holder)
    {
        IOperation? receiver = Places.ReceiverOf(call);
        if (report.Library.IsList(receiver?.Type))
        {
            return call.TargetMethod.Name == "Clear" && (holder.OnlyValue ?? holder.Loop?.Collection) is { } value
                && ListOf(report, value) is { } list
                && SymbolEqualityComparer.Default.Equals(list, NameOf(report, receiver!));
        }

        return Content.IsMemory(holder.Type);
    }

    // An extension of the program can have any name.
    private static bool IsKnown(UsageReport report, IMethodSymbol method) => report.Library.IsOurs(method)
        || method.ContainingNamespace?.ToDisplayString() is { } room
            && (room == "System" || room.StartsWith("System.", StringComparison.Ordinal));

    // Segments stay where they are when the writer grows.
    private static bool Moves(IInvocationOperation call, IOperation receiver) =>
        receiver.Type?.Name != "SegmentedBufferWriter"
            || call.TargetMethod.Name is "ResetWrittenCount" or "Detach" or "DetachShared";

    /// <summary>Returns the member or variable of the list to which a part belongs.</summary>
    private static ISymbol? ListOf(UsageReport report, IOperation part)
    {
        const int MaxSteps = 16;
        IOperation? each = Places.Strip(part);
        if (report.Library.IsList(each.Type) && part.Parent is not IForEachLoopOperation)
            return null;

        for (int i = 0; i < MaxSteps && each is not null; i++)
        {
            if (report.Library.IsList(each.Type))
                return NameOf(report, each);

            each = each switch
            {
                IMemberReferenceOperation { Instance: { } instance } => Places.Strip(instance),
                IInvocationOperation call => Places.ReceiverOf(call),
                ILocalReferenceOperation local => report.Body.UseOf(local.Local)?.OnlyValue,
                _ => null,
            };
        }

        return null;
    }

    private static ISymbol? NameOf(UsageReport report, IOperation list) => Places.Strip(list) switch
    {
        IMemberReferenceOperation member => member.Member,
        ILocalReferenceOperation local when report.Body.UseOf(local.Local)?.OnlyValue is { } value
            && Places.Strip(value) is IMemberReferenceOperation member => member.Member,
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static bool IsChange(IMethodSymbol method) =>
        method.Name is "ResetWrittenCount" or "Detach" or "DetachShared" or "TrimExcess" or "Clear" or "GetSpan"
            or "GetMemory" or "Reserve"
            || method.Name.StartsWith("Write", StringComparison.Ordinal);
}
