using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The leases and writers of a method, with what ends or changes each of them, which is read once for
/// all variables that hold their content.</summary>
internal sealed class EndedSources(UsageReport report)
{
    private readonly Lazy<ILookup<ISymbol, IInvocationOperation>> _changes = new(() => MemoryChanges.Find(report));
    private readonly Lazy<HashSet<ISymbol>> _assigned = new(() => new(
        report.Body.Assignments.Select(static each => ((ISimpleAssignmentOperation)each.Operation).Target)
            .OfType<IFieldReferenceOperation>().Select(static each => each.Field), SymbolEqualityComparer.Default));

    private readonly Dictionary<ISymbol, List<(IOperation? Function, SourceEvents? Events)>> _sources =
        new(SymbolEqualityComparer.Default);

    /// <summary>Returns what happens to a lease or writer in a function; <see langword="null"/> if anything else can
    /// happen to it.</summary>
    /// <param name="source">The variable or field.</param>
    /// <param name="function">The function that declares the variable that holds its content.</param>
    internal SourceEvents? Find(ISymbol source, IOperation? function)
    {
        if (!_sources.TryGetValue(source, out List<(IOperation? Function, SourceEvents? Events)>? known))
            _sources.Add(source, known = []);

        foreach ((IOperation? each, SourceEvents? events) in known)
        {
            if (ReferenceEquals(each, function))
                return events;
        }

        SourceEvents? read = Read(source, function);
        known.Add((function, read));
        return read;
    }

    /// <summary>Returns the calls that end what a variable holds.</summary>
    internal static List<IInvocationOperation> EndsOf(LocalUse lease)
    {
        List<IInvocationOperation> ends = [];
        foreach (LocalUse.Reference reference in lease.References)
        {
            if (lease.IsDirect(reference) && reference.Operation.Parent is IInvocationOperation call
                && ReferenceEquals(call.Instance, reference.Operation) && IsEnd(call.TargetMethod))
            {
                ends.Add(call);
            }
        }

        return ends;
    }

    /// <summary>Whether a method ends the lease on which it is called.</summary>
    internal static bool IsEnd(IMethodSymbol method) => IsEnd(method.Name);

    /// <summary>Whether methods of a name end the lease on which they are called.</summary>
    internal static bool IsEnd(string name) => name is "Dispose" or "DisposeAsync" or "TryReturn" or "Discard";

    private SourceEvents? Read(ISymbol source, IOperation? function)
    {
        LocalUse? lease = report.Body.UseOf(source);
        bool isFixed = lease is not null
            ? ReferenceEquals(lease.Function, function)
            : source is IFieldSymbol && !_assigned.Value.Contains(source);
        if (!isFixed)
            return null;

        bool isLease = lease is not null && MethodBody.IsLease(lease, report.Library) && !HasDetach(lease);
        return new(report.Body, function, lease, isLease, isLease ? EndsOf(lease!) : [], _changes.Value[source]);
    }

    // What a scope has rented can have been detached from it.
    private static bool HasDetach(LocalUse lease) => lease.Type?.Name == "PooledScope"
        && lease.References.Any(static each =>
            each.Operation.Parent is IInvocationOperation { TargetMethod.Name: "Detach" });
}
