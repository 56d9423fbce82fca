using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL007: room that was reserved in a writer is never filled in. Who assigns it to <c>_</c> wants
/// zeros.</summary>
internal static class LostReservationRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (report.Library.RentalOf(node.Operation) != Rental.Reservation
                || Places.Outermost(node.Operation) is not { } value)
            {
                continue;
            }

            bool isLost = value.Parent is IExpressionStatementOperation && Places.IsIgnored(value)
                || Places.DeclaratorOf(value) is { } declarator && report.Body.UseOf(declarator.Symbol) is { } variable
                && variable.References.All(reference =>
                    variable.IsDirect(reference) && reference.Operation.Parent is IPropertyReferenceOperation);
            if (isLost)
            {
                report.Add(
                    UsageDiagnostics.LostReservation, node.Operation.Syntax, null, UsageReport.NameOf(node.Operation));
            }
        }
    }
}
