using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL004: an object from <c>MagazinePool.Get</c> is ignored, or held by a variable that goes nowhere, not
/// even back to its pool.</summary>
internal static class LostItemRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (report.Library.RentalOf(node.Operation) != Rental.Item
                || Places.Outermost(node.Operation) is not { } value)
            {
                continue;
            }

            bool isLost = Places.IsIgnored(value) || Places.DeclaratorOf(value) is { } declarator
                && report.Body.UseOf(declarator.Symbol) is { IsUsing: false } variable
                    && variable.References.All(reference =>
                    variable.IsDirect(reference) && IsMemberAccess(reference.Operation));
            if (isLost)
            {
                report.Add(UsageDiagnostics.WrongReturn, node.Operation.Syntax, null,
                    $"pass what '{UsageReport.NameOf(node.Operation)}' gives to Return when it is no longer used");
            }
        }
    }

    private static bool IsMemberAccess(IOperation reference) => reference.Parent switch
    {
        IMemberReferenceOperation member => ReferenceEquals(member.Instance, reference),
        IInvocationOperation call => ReferenceEquals(call.Instance, reference) && IsRead(call),
        _ => false,
    };

    // A method of the object can return the object itself, and what it returns can lead back to the pool: not a string,
    // and not if nothing but further methods of it are called.
    private static bool IsRead(IInvocationOperation call)
    {
        while (call.Parent is IInvocationOperation next && ReferenceEquals(next.Instance, call))
            call = next;

        return call.Parent is IExpressionStatementOperation
            || call.Type is not { IsReferenceType: true } or { SpecialType: SpecialType.System_String };
    }
}
