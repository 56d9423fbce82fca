using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Whether a method ends what a variable holds, or passes it on.</summary>
internal static class KeptLease
{
    /// <summary>Whether any path ends what a variable holds, or passes it on.</summary>
    internal static bool IsKept(LocalUse variable, LibrarySymbols library, bool hasExceptionPaths)
    {
        bool isEnded = false;
        foreach (LocalUse.Reference reference in variable.References)
        {
            if (!variable.IsDirect(reference))
                return true;

            IOperation value = OfNullable(reference.Operation);
            if (EndOf(value) is { } end)
            {
                if (!hasExceptionPaths || ExceptionPaths.Runs(end))
                    return true;

                isEnded = true;
            }
            else if (!IsRead(value) && !IsReceiver(value, library))
            {
                return true;
            }
        }

        return !hasExceptionPaths && isEnded;
    }

    /// <summary>Returns the lease that is taken out of a nullable one by a member, or else the operation.</summary>
    internal static IOperation OfNullable(IOperation operation) => operation.Parent switch
    {
        IPropertyReferenceOperation { Property: { Name: "Value" } property } value
            when IsOfNullable(property) && ReferenceEquals(value.Instance, operation) => value,
        IInvocationOperation { TargetMethod: { Name: "GetValueOrDefault" } method } call
            when IsOfNullable(method) && ReferenceEquals(call.Instance, operation) => call,
        _ => operation,
    };

    /// <summary>Returns the call that ends what a reference holds; <see langword="null"/> if it is another
    /// use.</summary>
    internal static IInvocationOperation? EndOf(IOperation reference) =>
        reference.Parent is IInvocationOperation call && ReferenceEquals(call.Instance, reference)
            && Ends(call.TargetMethod) ? call : null;

    /// <summary>Whether a reference only reads, or is the target of an assignment.</summary>
    internal static bool IsRead(IOperation reference)
    {
        switch (reference.Parent)
        {
            case IPropertyReferenceOperation or INameOfOperation:
                return true;
            case IInvocationOperation call:
                return ReferenceEquals(call.Instance, reference);
            case ISimpleAssignmentOperation assignment:
                return ReferenceEquals(assignment.Target, reference);
            case IIsPatternOperation pattern:
                return pattern.Pattern is IConstantPatternOperation
                    or INegatedPatternOperation { Pattern: IConstantPatternOperation };
            case IConversionOperation { Parent: IBinaryOperation }:
            case IBinaryOperation:
                return true;
            default:
                return false;
        }
    }

    /// <summary>Whether a reference is the variable that gets a lease from a queue.</summary>
    internal static bool IsReceiver(IOperation reference, LibrarySymbols library)
    {
        IOperation? place = reference is ILocalReferenceOperation { IsDeclaration: true } ? reference.Parent
            : reference;
        IOperation? argument = place is IDeclarationExpressionOperation declaration ? declaration.Parent
            : reference.Parent;
        return argument is IArgumentOperation { Parameter.RefKind: RefKind.Out, Parent: IInvocationOperation call }
            && library.IsReceive(call.TargetMethod);
    }

    // Detach leaves a lease to be disposed, but a method that calls it hands something over, and silence is the safer
    // answer.
    internal static bool Ends(IMethodSymbol method) =>
        method.Name is "Dispose" or "DisposeAsync" or "TryReturn" or "Discard" or "Detach" or "DetachShared";

    private static bool IsOfNullable(ISymbol member) =>
        member.ContainingType?.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
}
