using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL001 and POOL009: a lease is disposed on some paths of a method only, or its variable gets another
/// value before. A path counts if no two of its conditions can depend on each other.</summary>
internal static class PartlyLostRule
{
    internal static void Check(UsageReport report)
    {
        Dictionary<LocalUse, List<Rent>> rents = [];
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            Rental rental = report.Library.RentalOf(node.Operation);
            IOperation? result = node.Operation;
            if (rental == Rental.None && report.Library.IsReadAsync(node.Operation, out rental))
                result = Places.AwaitOf(node.Operation);

            if (rental is not (Rental.Lease or Rental.AsyncLease or Rental.Owner) || result is null
                || VariableOf(report, result, out IOperation? write) is not
                {
                    IsUsing: false,
                    RefKind: RefKind.None
                } variable)
            {
                continue;
            }

            if (!rents.TryGetValue(variable, out List<Rent>? list))
                rents.Add(variable, list = []);

            list.Add(new(node.Operation, write!, rental));
        }

        foreach (KeyValuePair<LocalUse, List<Rent>> each in rents)
            Check(report, each.Key, each.Value);
    }

    private static void Check(UsageReport report, LocalUse variable, List<Rent> rents)
    {
        if (EndsOf(variable) is not { } ends
            || FlowEvents.OfWrites(report.Body, variable, static _ => FlowEventKind.Attach) is not { } events
            || !ends.TrueForAll(each => events.Add(each, FlowEventKind.End)))
        {
            return;
        }

        Dictionary<SyntaxNode, FlowPoint> starts = [];
        foreach ((FlowPoint point, IOperation operation) in events.Graph.WritesOf(variable.Symbol))
            starts[operation.Syntax] = point;

        LeakPaths paths = new(events.Graph, variable.Symbol, events.All);
        foreach (Rent rent in rents)
        {
            if (!starts.TryGetValue(rent.Write.Syntax, out FlowPoint start)
                || paths.Find(start, out bool isOverwritten) is not { } conditions
                || !Conditions.AreIndependent(events.Graph, report.Body, variable, conditions, rent.Guarded))
            {
                continue;
            }

            string use = rent.Rental == Rental.AsyncLease ? "'await using'" : "'using'";
            string? fix = rent.Write is IVariableDeclaratorOperation && variable.OnlyValue is not null
                && !Escapes.IsLeaving(report, variable, variable.ScopeSpan)
                ? UsageFixes.Using
                : null;
            report.AddLost(rent.Rental, rent.Operation.Syntax, fix, UsageReport.NameOf(rent.Operation), isOverwritten
                ? $"'{variable.Name}' gets another value while it is live"
                : $"not every path does, so hold it in a variable declared with {use}");
        }
    }

    /// <summary>Returns the variable that gets a result as a whole, and the declaration or assignment.</summary>
    private static LocalUse? VariableOf(UsageReport report, IOperation result, out IOperation? write)
    {
        while (result.Parent is IParenthesizedOperation || result.Parent is IConversionOperation conversion
            && SymbolEqualityComparer.Default.Equals(conversion.Type, result.Type))
        {
            result = result.Parent;
        }

        write = Places.DeclaratorOf(result);
        if (write is IVariableDeclaratorOperation declarator)
            return report.Body.UseOf(declarator.Symbol);

        write = result.Parent;
        return write is ISimpleAssignmentOperation
        {
            Target: ILocalReferenceOperation target, Parent: IExpressionStatementOperation,
        } ? report.Body.UseOf(target.Local) : null;
    }

    /// <summary>Returns the calls that end what a variable holds; <see langword="null"/> if anything else
    /// can.</summary>
    private static List<IInvocationOperation>? EndsOf(LocalUse variable)
    {
        List<IInvocationOperation> ends = [];
        bool hasWrites = false;
        foreach (LocalUse.Reference reference in variable.References)
        {
            if (!variable.IsDirect(reference))
                return null;

            if (KeptLease.EndOf(reference.Operation) is { } end)
                ends.Add(end);
            else if (!KeptLease.IsRead(reference.Operation))
                return null;
            else
                hasWrites |= LocalUse.IsWrite(reference);
        }

        return ends.Count > 0 || hasWrites ? ends : null;
    }

    private sealed class Rent(IOperation operation, IOperation write, Rental rental)
    {
        internal IOperation Operation { get; } = operation;

        internal IOperation Write { get; } = write;

        internal Rental Rental { get; } = rental;

        /// <summary>Gets the assignment, on whose conditions others can depend.</summary>
        internal IOperation? Guarded => Write is IVariableDeclaratorOperation ? null : Write;
    }
}
