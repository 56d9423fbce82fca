using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL006: a leased object is disposed, by a call or by <c>using</c>, instead of its lease.</summary>
internal static class DisposedValueRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation
                {
                    TargetMethod: { Name: "Dispose" or "DisposeAsync", Parameters.IsEmpty: true },
                    Instance: { } instance
                } call)
            {
                CheckCall(report, call, Places.Strip(instance));
            }
        }

        foreach (IUsingOperation statement in report.Body.Usings)
            CheckUsing(report, statement.Resources, UsageFixes.UseLease);

        foreach (LocalUse variable in report.Body.Locals)
        {
            if (variable is { IsUsing: true, Declarator: { } declarator }
                && declarator.GetVariableInitializer()?.Value is { } value)
            {
                CheckUsing(report, value, null);
            }
        }
    }

    private static void CheckCall(UsageReport report, IInvocationOperation call, IOperation instance)
    {
        bool isDirect = Content.IsValueOfLease(instance, report.Library);
        if (isDirect || instance is ILocalReferenceOperation local
            && report.Body.UseOf(local.Local)?.OnlyValue is { } value
            && Content.IsValueOfLease(value, report.Library))
        {
            report.Add(UsageDiagnostics.DisposedValue, call.Syntax, isDirect ? UsageFixes.DisposeLease : null,
                instance.Syntax.ToString());
        }
    }

    // A lease that is rented in the same expression is lost, which is another rule's to say.
    private static void CheckUsing(UsageReport report, IOperation resource, string? fix)
    {
        IOperation value = Places.Strip(resource);
        if (Content.IsValueOfLease(value, report.Library) && ((IPropertyReferenceOperation)value).Instance is { } lease
            && report.Library.RentalOf(Places.Strip(lease)) == Rental.None)
        {
            report.Add(UsageDiagnostics.DisposedValue, value.Syntax, fix, value.Syntax.ToString());
        }
    }
}
