using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL001, POOL003 and POOL009: the result of a call that rents is ignored, lost in a chain of members, or held by a variable
/// that no path disposes or passes on.</summary>
internal static class LostLeaseRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            Rental rental = report.Library.RentalOf(node.Operation);
            if (rental is Rental.Lease or Rental.AsyncLease or Rental.Owner)
                Check(report, node.Operation, rental);
        }
    }

    private static void Check(UsageReport report, IOperation rent, Rental rental)
    {
        if (Places.Outermost(rent) is not { } value)
            return;

        if (Places.IsIgnored(value))
        {
            Report(report, rent, rental, UsageFixes.Keep, isDropped: true);
        }
        else if (IsLostInChain(value))
        {
            Report(report, rent, rental, UsageFixes.Split, isDropped: true);
        }
        else if (VariableOf(report, value) is { IsUsing: false, Local.RefKind: RefKind.None } variable
            && !IsKept(variable, report.HasExceptionPaths))
        {
            string fix = Places.DeclaratorOf(value) is null ? UsageFixes.Join : UsageFixes.Using;
            Report(report, rent, rental, fix, isDropped: false);
        }
    }

    private static void Report(UsageReport report, IOperation rent, Rental rental, string? fix, bool isDropped)
    {
        string name = UsageReport.NameOf(rent);
        if (rental == Rental.AsyncLease)
            report.Add(UsageDiagnostics.LostAsyncLease, rent.Syntax, fix, name);
        else if (rental == Rental.Owner && isDropped)
            report.Add(UsageDiagnostics.LostOwner, rent.Syntax, fix, name, "nothing else can return what it owns");
        else
            report.Add(UsageDiagnostics.LostLease, rent.Syntax, fix, name);
    }

    private static bool IsLostInChain(IOperation value) => value.Parent switch
    {
        IPropertyReferenceOperation property => ReferenceEquals(property.Instance, value),
        IInvocationOperation call => ReferenceEquals(call.Instance, value) && !Ends(call.TargetMethod),
        _ => false,
    };

    private static LocalUse? VariableOf(UsageReport report, IOperation value)
    {
        if (Places.DeclaratorOf(value) is { } declarator)
            return report.Body.UseOf(declarator.Symbol);

        return value.Parent is ISimpleAssignmentOperation { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation }
            ? report.Body.UseOf(target.Local)
            : null;
    }

    /// <summary>Whether any path ends what a variable holds, or passes it on.</summary>
    private static bool IsKept(LocalUse variable, bool hasExceptionPaths)
    {
        bool isEnded = false;
        foreach (LocalUse.Reference reference in variable.References)
        {
            if (!variable.IsDirect(reference))
                return true;

            IOperation value = reference.Operation;
            if (value.Parent is IInvocationOperation call && ReferenceEquals(call.Instance, value) && Ends(call.TargetMethod))
            {
                if (!hasExceptionPaths || ExceptionPaths.Runs(call))
                    return true;

                isEnded = true;
            }
            else if (!IsRead(value))
            {
                return true;
            }
        }

        return !hasExceptionPaths && isEnded;
    }

    private static bool IsRead(IOperation value)
    {
        switch (value.Parent)
        {
            case IPropertyReferenceOperation or INameOfOperation:
                return true;
            case IInvocationOperation call:
                return ReferenceEquals(call.Instance, value);
            case ISimpleAssignmentOperation assignment:
                return ReferenceEquals(assignment.Target, value);
            case IIsPatternOperation pattern:
                return pattern.Pattern is IConstantPatternOperation or INegatedPatternOperation { Pattern: IConstantPatternOperation };
            case IConversionOperation { Parent: IBinaryOperation }:
            case IBinaryOperation:
                return true;
            default:
                return false;
        }
    }

    // Detach leaves a lease to be disposed, but a method that calls it hands something over, and silence is the safer answer.
    private static bool Ends(IMethodSymbol method) =>
        method.Name is "Dispose" or "DisposeAsync" or "TryReturn" or "Discard" or "Detach" or "DetachShared";
}
