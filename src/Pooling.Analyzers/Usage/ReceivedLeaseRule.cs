using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL001 and POOL009: a variable that gets a lease in another way than by an assignment, from a queue or a
/// pattern, and that no path disposes or passes on.</summary>
internal static class ReceivedLeaseRule
{
    internal static readonly string[] Names =
    [
        "TryDequeue", "TryDequeueIf", "TryRead", "TryTake", "TryPop", "TryRetain", "ReadAllAsync",
            "GetConsumingEnumerable", "Drain",
        "Rent", "RentSegmented", "RentArray",
    ];

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation call && report.Library.IsReceive(call.TargetMethod))
                CheckOut(report, call);
            else if (node.Operation is IInvocationOperation { TargetMethod.Name: "Drain" } drain)
                CheckDrain(report, drain);
            else if (report.Library.RentalOf(node.Operation) is Rental.Lease && node.Operation.Parent is { } parent)
                CheckPattern(report, node.Operation, parent);
        }

        foreach (MethodBody.Node node in report.Body.Loops)
            CheckLoop(report, (IForEachLoopOperation)node.Operation);
    }

    private static void CheckOut(UsageReport report, IInvocationOperation call)
    {
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.Parameter?.RefKind != RefKind.Out || !report.Library.IsHandle(argument.Value.Type))
                continue;

            IOperation target = argument.Value is IDeclarationExpressionOperation { Expression: { } declared }
                ? declared : argument.Value;
            bool isLost = target is IDiscardOperation && IsDropped(call)
                || report.Body.UseOf(target) is { IsUsing: false, RefKind: RefKind.None } variable
                && target is ILocalReferenceOperation
                && !KeptLease.IsKept(variable, report.Library, hasExceptionPaths: false);
            if (isLost)
            {
                bool isLeaving = report.Body.UseOf(target) is not { } own
                    || Escapes.IsLeaving(report, own, Places.ScopeOf(call));
                report.AddLost(LibrarySymbols.RentalOfHandle(argument.Value.Type), call.Syntax,
                    isLeaving ? null : UsageFixes.Wrap, call.TargetMethod.Name);
            }
        }
    }

    // A condition asks whether the queue is empty, and expects that it is.
    private static bool IsDropped(IInvocationOperation call) => call.TargetMethod.Name != "TryRetain"
        && (Places.IsIgnored(call) || call.Parent is IWhileLoopOperation loop && ReferenceEquals(loop.Condition, call));

    private static void CheckLoop(UsageReport report, IForEachLoopOperation loop)
    {
        if (LibrarySymbols.ConsumedBy(loop) is { } call
            && loop.LoopControlVariable is IVariableDeclaratorOperation declarator)
        {
            CheckVariable(report, declarator.Symbol, call, loop);
        }
    }

    private static void CheckDrain(UsageReport report, IInvocationOperation drain)
    {
        if (report.Library.IsOurs(drain.TargetMethod)
            && drain.Arguments is [{ Value: IDelegateCreationOperation creation }, ..]
            && creation.Target is IAnonymousFunctionOperation { Symbol.Parameters: [var item, ..] })
        {
            CheckVariable(report, item, drain, loop: null);
        }
    }

    private static void CheckVariable(
        UsageReport report, ISymbol symbol, IInvocationOperation call, IForEachLoopOperation? loop)
    {
        ITypeSymbol? type = (symbol as ILocalSymbol)?.Type ?? (symbol as IParameterSymbol)?.Type;
        if (report.Library.IsHandle(type)
            && (report.Body.UseOf(symbol) is not { } variable
                || !KeptLease.IsKept(variable, report.Library, hasExceptionPaths: false)))
        {
            bool isLeaving = loop is null || report.Body.UseOf(symbol) is { } own
                && Escapes.IsLeaving(report, own, loop.Syntax.Span);
            report.AddLost(LibrarySymbols.RentalOfHandle(type), call.Syntax, isLeaving ? null : UsageFixes.Wrap,
                call.TargetMethod.Name);
        }
    }

    // What a pattern names can be ended by any of its names.
    private static void CheckPattern(UsageReport report, IOperation rent, IOperation parent)
    {
        IEnumerable<IPatternOperation?> patterns = parent switch
        {
            IIsPatternOperation pattern => [pattern.Pattern],
            ISwitchOperation statement => statement.Cases.SelectMany(static each => each.Clauses)
                .Select(static each => (each as IPatternCaseClauseOperation)?.Pattern),
            ISwitchExpressionOperation expression => expression.Arms.Select(static each => each.Pattern),
            _ => [],
        };
        bool isAny = false;
        foreach (IPatternOperation? pattern in patterns)
        {
            isAny = true;
            ISymbol? symbol = pattern switch
            {
                IDeclarationPatternOperation declaration => declaration.DeclaredSymbol,
                IRecursivePatternOperation recursive when recursive.PropertySubpatterns.All(static each => each.Pattern
                    is IConstantPatternOperation or IRelationalPatternOperation)
                        && recursive.DeconstructionSubpatterns.IsEmpty =>
                    recursive.DeclaredSymbol,
                IConstantPatternOperation or IDiscardPatternOperation or null => null,
                _ => rent.Type, // of a kind that names parts
            };
            if (symbol is not (ILocalSymbol or null)
                || symbol is ILocalSymbol local && (!report.Library.IsHandle(local.Type)
                    || report.Body.UseOf(local) is { } variable
                    && KeptLease.IsKept(variable, report.Library, hasExceptionPaths: false)))
            {
                return;
            }
        }

        if (isAny)
            report.AddLost(report.Library.RentalOf(rent), rent.Syntax, null, UsageReport.NameOf(rent));
    }
}
