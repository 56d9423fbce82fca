using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Answers questions about the code of constructors and methods.</summary>
internal static class OperationTraits
{
    /// <summary>Returns an operation and those within it, without the arguments of <c>nameof</c>, which are not
    /// evaluated.</summary>
    internal static IEnumerable<IOperation> Evaluated(IOperation operation)
    {
        // Not recursive: a sum can have thousands of terms.
        Stack<IOperation> waiting = new();
        waiting.Push(operation);
        while (waiting.Count > 0)
        {
            IOperation next = waiting.Pop();
            yield return next;

            if (next is INameOfOperation)
                continue;

            foreach (IOperation child in next.ChildOperations)
                waiting.Push(child);
        }
    }

    /// <summary>Whether it is the object whose code this is, and not one that an initializer or a pattern
    /// means.</summary>
    internal static bool IsThis(IOperation? operation) =>
        operation is IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance };

    internal static bool IsBase(IOperation? operation) => operation?.Syntax is BaseExpressionSyntax;

    /// <summary>Whether a member gets another value, or its struct other content.</summary>
    internal static bool IsSet(IOperation reference) => reference.Parent switch
    {
        IAssignmentOperation assignment => ReferenceEquals(assignment.Target, reference),
        IArgumentOperation argument => argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out,
        IEventAssignmentOperation assignment => ReferenceEquals(assignment.EventReference, reference),
        IIncrementOrDecrementOperation => true,
        ITupleOperation tuple => IsSet(tuple),
        IMemberReferenceOperation part => IsReceiver(part.Instance, reference) && IsSet(part),
        IInvocationOperation { TargetMethod: { IsReadOnly: false } method } call =>
            IsReceiver(call.Instance, reference) && !TypeTraits.IsOfSystem(method.ContainingType),
        _ => false,
    };

    /// <summary>Whether a member, or what it refers to, may change.</summary>
    internal static bool MayChange(IOperation reference)
    {
        while (reference.Parent is IPropertyReferenceOperation or IFieldReferenceOperation
            && ReferenceEquals(((IMemberReferenceOperation)reference.Parent).Instance, reference))
        {
            if (IsSet(reference))
                return true;

            reference = reference.Parent;
        }

        return IsSet(reference) || !TypeTraits.IsImmutable(reference.Type);
    }

    /// <summary>Whether it is a statement that always runs, if the code before it does not return.</summary>
    internal static bool IsOfBody(IOperation? operation) => operation?.Parent is IExpressionStatementOperation
    {
        Parent: IBlockOperation { Parent: IMethodBodyBaseOperation }
    };

    /// <summary>Whether code can return before its end.</summary>
    internal static bool ReturnsEarly(IOperation body) => body.Descendants().Any(static each =>
        each is IReturnOperation { Parent: not IBlockOperation { Parent: IMethodBodyBaseOperation } });

    /// <summary>Whether the code of an override calls what it overrides, once and with its own arguments.</summary>
    internal static bool PassesOn(IOperation body, IMethodSymbol method) =>
        body.Descendants().Count(each => IsPassedOn(each, method)) == 1 && !ReturnsEarly(body)
        && !body.Descendants().Any(static each => each is IParameterReferenceOperation && IsSet(each));

    /// <summary>Whether it is the call in an override of what that overrides, with its own arguments.</summary>
    internal static bool IsPassedOn(IOperation? operation, IMethodSymbol method) =>
        method.OverriddenMethod is { } overridden && IsOfBody(operation) && operation switch
        {
            IInvocationOperation call => IsBase(call.Instance) && IsSame(call.TargetMethod, overridden)
                && call.Arguments.All(static argument => argument.Value is IParameterReferenceOperation value
                    && value.Parameter.Ordinal == argument.Parameter?.Ordinal),
            ISimpleAssignmentOperation
            {
                Target: IPropertyReferenceOperation { Property.SetMethod: { } setter } target,
                Value: IParameterReferenceOperation { Parameter.IsImplicitlyDeclared: true },
            } => IsBase(target.Instance) && IsSame(setter, overridden),
            _ => false,
        };

    // A reference type keeps its own content.
    private static bool IsReceiver(IOperation? instance, IOperation reference) =>
        ReferenceEquals(instance, reference) && reference.Type is { IsValueType: true };

    private static bool IsSame(IMethodSymbol one, IMethodSymbol other) =>
        SymbolEqualityComparer.Default.Equals(one.OriginalDefinition, other.OriginalDefinition);
}
