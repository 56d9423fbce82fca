using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL001: a call fills an array with shares or leases, and nothing disposes an item of it, or passes one
/// on.</summary>
internal static class FilledArrayRule
{
    internal static readonly string[] Names = ["DetachShared", "Create", "TryRetain", "DequeueMany", "ReadBatchAsync"];

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is not IInvocationOperation call || !Names.Contains(call.TargetMethod.Name)
                || !report.Library.IsOurs(call.TargetMethod))
            {
                continue;
            }

            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (IsRoomForHandles(report.Library, argument.Parameter?.Type)
                    && report.Body.UseOf(ArrayOf(argument.Value)) is { } array
                    && ReferenceEquals(array.Function, node.Function) && array.OnlyValue is { } value
                    && Places.Strip(value) is IArrayCreationOperation
                    && !IsAnyKept(report, array))
                {
                    report.AddLost(Rental.Lease, call.Syntax, null, call.TargetMethod.Name,
                        $"dispose each item of '{array.Name}'");
                }
            }
        }
    }

    private static bool IsRoomForHandles(LibrarySymbols library, ITypeSymbol? type) =>
        type is INamedTypeSymbol { Name: "Span" or "Memory", TypeArguments: [var item] } && library.IsHandle(item);

    /// <summary>Returns the variable of an array that an argument passes as a whole or in part.</summary>
    private static IOperation ArrayOf(IOperation value)
    {
        const int MaxSteps = 8;
        for (int i = 0; i < MaxSteps; i++)
        {
            switch (value)
            {
                case IConversionOperation conversion:
                    value = conversion.Operand;
                    break;
                case IInvocationOperation
                {
                    TargetMethod.Name: "AsSpan"
                    or "AsMemory", Instance: null, Arguments: [{ Value: var array }, ..]
                }:
                    value = array;
                    break;
                case IInvocationOperation { TargetMethod.Name: "Slice", Instance: { } whole }:
                    value = whole;
                    break;
                default:
                    return value;
            }
        }

        return value;
    }

    private static bool IsAnyKept(UsageReport report, LocalUse array)
    {
        foreach (LocalUse.Reference reference in array.References)
        {
            if (!array.IsDirect(reference) || IsKept(report, reference.Operation))
                return true;
        }

        return false;
    }

    private static bool IsKept(UsageReport report, IOperation reference)
    {
        IOperation whole = reference;
        while (whole.Parent is IConversionOperation or IInvocationOperation { TargetMethod.Name: "Slice" }
            || whole.Parent is IArgumentOperation
            {
                Parent: IInvocationOperation
                {
                    TargetMethod.Name: "AsSpan"
                or "AsMemory"
                }
            })
        {
            whole = whole.Parent is IArgumentOperation argument ? argument.Parent! : whole.Parent;
        }

        switch (whole.Parent)
        {
            case IArgumentOperation { Parent: IInvocationOperation call }:
                return !(Names.Contains(call.TargetMethod.Name) && report.Library.IsOurs(call.TargetMethod));
            case IArrayElementReferenceOperation element:
                return IsItemKept(report, element);
            case IPropertyReferenceOperation property:
                return property.Property.Name is not ("Length" or "IsEmpty")
                    && !(property.Property.IsIndexer && !IsItemKept(report, property));
            case IForEachLoopOperation { LoopControlVariable: IVariableDeclaratorOperation item }:
                return report.Body.UseOf(item.Symbol) is { } variable
                    && KeptLease.IsKept(variable, report.Library, hasExceptionPaths: false);
            default:
                return true;
        }
    }

    private static bool IsItemKept(UsageReport report, IOperation item)
    {
        if (Places.DeclaratorOf(item) is { } declarator)
        {
            return report.Body.UseOf(declarator.Symbol) is { } variable
                && (variable.IsUsing || variable.RefKind != RefKind.None
                    || KeptLease.IsKept(variable, report.Library, hasExceptionPaths: false));
        }

        return KeptLease.EndOf(item) is not null || !KeptLease.IsRead(item) || item.Parent is IAssignmentOperation;
    }
}
