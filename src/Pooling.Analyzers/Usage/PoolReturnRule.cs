using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL004: a pool gets an object that belongs to a lease, or that the method took from another
/// pool.</summary>
internal static class PoolReturnRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation { Arguments: [var item] } call
                && report.Library.IsPoolReturn(call.TargetMethod))
            {
                Check(report, call, Places.Strip(item.Value));
            }
        }
    }

    private static void Check(UsageReport report, IInvocationOperation call, IOperation item)
    {
        IOperation value = item is ILocalReferenceOperation local
            && report.Body.UseOf(local.Local)?.OnlyValue is { } held
            ? Places.Strip(held)
            : item;
        if (Content.IsValueOfLease(value, report.Library))
        {
            report.Add(UsageDiagnostics.WrongReturn, call.Syntax,
                ReferenceEquals(value, item) ? UsageFixes.DisposeLease : null,
                $"'{item.Syntax}' belongs to a lease; dispose the lease instead");
        }
        else if (value is IInvocationOperation get && report.Library.IsPoolGet(get.TargetMethod)
            && SourceOf(report, get.Instance) is { } from && SourceOf(report, call.Instance) is { } to
            && from.Kind == to.Kind && !SymbolEqualityComparer.Default.Equals(from, to))
        {
            report.Add(UsageDiagnostics.WrongReturn, call.Syntax, null, $"'{item.Syntax}' came from '{from.Name}'");
        }
    }

    /// <summary>Returns the field, parameter or variable of a pool; <see langword="null"/> if it can be one of several
    /// pools.</summary>
    private static ISymbol? SourceOf(UsageReport report, IOperation? pool)
    {
        switch (pool is null ? null : Places.Strip(pool))
        {
            case IFieldReferenceOperation
            {
                Instance: null
                or IInstanceReferenceOperation, Field: { IsReadOnly: true } field
            }:
                return field;
            case IParameterReferenceOperation parameter:
                return parameter.Parameter;
            case ILocalReferenceOperation local when report.Body.UseOf(local.Local)?.OnlyValue is { } value:
                return Places.Strip(value)
                    is IObjectCreationOperation or IInvocationOperation { TargetMethod.Name: "Create" }
                    ? local.Local
                    : null;
            default:
                return null;
        }
    }
}
