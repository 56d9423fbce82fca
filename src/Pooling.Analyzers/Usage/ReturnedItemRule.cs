using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL004: an object is returned to its pool a second time, or used after that.</summary>
internal static class ReturnedItemRule
{
    private const string Twice = "it has been returned before";
    private const string Used = "it is used after its return";

    internal static void Check(UsageReport report)
    {
        Dictionary<ISymbol, List<IInvocationOperation>> returns = new(SymbolEqualityComparer.Default);
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is not IInvocationOperation { Arguments: [var argument] } call
                || !report.Library.IsPoolReturn(call.TargetMethod)
                || report.Body.UseOf(Places.Strip(argument.Value)) is not { } item
                || !ReferenceEquals(item.Function, node.Function))
            {
                continue;
            }

            if (!returns.TryGetValue(item.Symbol, out List<IInvocationOperation>? calls))
                returns.Add(item.Symbol, calls = []);

            calls.Add(call);
        }

        foreach (KeyValuePair<ISymbol, List<IInvocationOperation>> each in returns)
            Check(report, report.Body.UseOf(each.Key)!, each.Value);
    }

    private static void Check(UsageReport report, LocalUse item, List<IInvocationOperation> returns)
    {
        int first = returns.Min(static each => each.Syntax.SpanStart);
        List<IOperation> uses =
        [
            .. item.References.Where(reference => item.IsDirect(reference)
                && IsUse(reference.Operation)).Select(static each => each.Operation),
        ];
        bool isLater = returns.Count > 1 || report.Body.HasLabels || uses.Exists(each => each.Syntax.SpanStart > first);
        if (!isLater || FlowEvents.OfWrites(report.Body, item, static _ => FlowEventKind.Attach) is not { } events
            || !uses.TrueForAll(each => events.Add(each, FlowEventKind.Use, each)))
        {
            return;
        }

        foreach (IInvocationOperation call in returns)
        {
            if (!events.Add(call, FlowEventKind.Use, call) || !events.Add(call, FlowEventKind.End))
                return;
        }

        foreach (IOperation use in EndedUses.Find(events.Graph, item.Symbol, events.All, isAttached: true))
        {
            report.Add(UsageDiagnostics.WrongReturn, use.Syntax, null,
                $"'{item.Name}': {(use is IInvocationOperation ? Twice : Used)}");
        }
    }

    // A test of a pool compares what it gets with what it has returned, or asserts what the return has done to it.
    private static bool IsUse(IOperation reference)
    {
        IOperation value = Places.Converted(reference);
        return value.Parent switch
        {
            IMemberReferenceOperation member and not IMethodReferenceOperation =>
                ReferenceEquals(member.Instance, value) && (IsWritten(member) || !IsInAssert(member)),
            IInvocationOperation call => ReferenceEquals(call.Instance, value) && !IsHarmless(call.TargetMethod)
                && !IsInAssert(call),
            IArrayElementReferenceOperation element => ReferenceEquals(element.ArrayReference, value),
            IArgumentOperation { Parent: IInvocationOperation { TargetMethod.IsExtensionMethod: true } call } each =>
                ReferenceEquals(call.Arguments[0], each) && !IsInAssert(call),
            ISimpleAssignmentOperation assignment => ReferenceEquals(assignment.Value, value)
                && Escapes.LivesLonger(assignment.Target),
            IForEachLoopOperation or IReturnOperation => true,
            _ => false,
        };
    }

    private static bool IsHarmless(IMethodSymbol method) =>
        method.Name is "Equals" or "GetHashCode" or "GetType" or "CompareTo"
        || method.ContainingType.SpecialType == SpecialType.System_Object;

    private static bool IsInAssert(IOperation operation)
    {
        const int MaxLevels = 16;
        IOperation? each = operation;
        for (int i = 0; i < MaxLevels && each is not (null or IBlockOperation); i++, each = each.Parent)
        {
            if (each is IInvocationOperation { TargetMethod.ContainingType.Name: { } name }
                && (name.Contains("Assert") || name.Contains("Should") || name is "Debug"))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsWritten(IMemberReferenceOperation member) =>
        member.Parent is IAssignmentOperation assignment && ReferenceEquals(assignment.Target, member)
            || member.Parent is IIncrementOrDecrementOperation;
}
