using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL001, POOL003 and POOL009: the result of a call that rents, or that takes a lease out of a queue, is
/// ignored, lost in a chain of members, or held by a variable that no path disposes or passes on.</summary>
internal static class LostLeaseRule
{
    internal static readonly string[] Names =
    [
        "Rent", "RentSegmented", "RentAsyncWriter", "RentArray", "Begin", "Detach", "DetachShared", "DetachAt",
            "Retain", "SharedBuffer",
        "PooledArray", "ReadBigEndian", "ReadLittleEndian", "Slice", "Dequeue", "Pop", "Take", "ReadAsync",
    ];

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            Rental rental = report.Library.RentalOf(node.Operation);
            if (rental is Rental.Lease or Rental.AsyncLease or Rental.Owner)
            {
                Check(report, node.Operation, node.Operation, rental);
            }
            else if (report.Library.IsReadAsync(node.Operation, out rental)
                && Places.AwaitOf(node.Operation) is { } read)
            {
                Check(report, node.Operation, read, rental);
            }
        }
    }

    private static void Check(UsageReport report, IOperation rent, IOperation result, Rental rental)
    {
        if (Places.Outermost(result) is not { } value)
            return;

        value = KeptLease.OfNullable(value);
        if (Places.IsIgnored(value))
        {
            Report(report, rent, rental, ReferenceEquals(rent, result) ? UsageFixes.Keep : null, isDropped: true);
        }
        else if (IsLostInChain(value))
        {
            string? fix = ReferenceEquals(rent, result) && !Escapes.IsLeaving(report, rent, Places.ScopeOf(rent))
                ? UsageFixes.Split
                : null;
            Report(report, rent, rental, fix, isDropped: true);
        }
        else if (VariableOf(report, value) is { IsUsing: false, RefKind: RefKind.None } variable
            && !KeptLease.IsKept(variable, report.Library, report.HasExceptionPaths))
        {
            string? fix = Escapes.IsLeaving(report, variable, variable.ScopeSpan) ? null
                : Places.DeclaratorOf(value) is null ? UsageFixes.Join : UsageFixes.Using;
            Report(report, rent, rental, fix, isDropped: false);
        }
    }

    private static void Report(UsageReport report, IOperation rent, Rental rental, string? fix, bool isDropped)
    {
        string name = UsageReport.NameOf(rent);
        if (rental == Rental.Owner && isDropped)
            report.Add(UsageDiagnostics.LostOwner, rent.Syntax, fix, name, "nothing else can return what it owns");
        else
            report.AddLost(rental, rent.Syntax, fix, name);
    }

    private static bool IsLostInChain(IOperation value) => value.Parent switch
    {
        IPropertyReferenceOperation property => ReferenceEquals(property.Instance, value),
        IInvocationOperation call => ReferenceEquals(call.Instance, value) && !KeptLease.Ends(call.TargetMethod),
        _ => false,
    };

    private static LocalUse? VariableOf(UsageReport report, IOperation value)
    {
        if (Places.DeclaratorOf(value) is { } declarator)
            return report.Body.UseOf(declarator.Symbol);

        return value.Parent is ISimpleAssignmentOperation
        { Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation }
            ? report.Body.UseOf(target.Local)
            : null;
    }
}
