using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>The surroundings of an operation.</summary>
internal static class Places
{
    private const int MaxLevels = 32;

    /// <summary>Returns an operation without conversions that keep the object.</summary>
    internal static IOperation Strip(IOperation operation)
    {
        for (int i = 0; i < MaxLevels && operation is IConversionOperation conversion; i++)
        {
            if (!Keeps(conversion))
                break;

            operation = conversion.Operand;
        }

        return operation;
    }

    /// <summary>Returns the conversion that the compiler puts around an operation, or else the operation.</summary>
    internal static IOperation Converted(IOperation operation) =>
        operation.Parent is IConversionOperation { IsImplicit: true } conversion ? conversion : operation;

    /// <summary>Returns the outermost operation that has the same value: around conversions of a value to itself,
    /// conditions and parentheses. <see langword="null"/> if the value becomes an object of another type there, such as
    /// an interface.</summary>
    internal static IOperation? Outermost(IOperation operation)
    {
        for (int i = 0; i < MaxLevels; i++)
        {
            switch (operation.Parent)
            {
                case IConversionOperation conversion when conversion.Conversion.IsIdentity
                    || conversion.Conversion.IsNullable
                    // 'new()' for the type of the target
                    || SymbolEqualityComparer.Default.Equals(conversion.Type, operation.Type):
                case IParenthesizedOperation:
                    operation = operation.Parent;
                    break;
                case IConditionalOperation condition
                    when condition.Type is not null && !ReferenceEquals(condition.Condition, operation):
                    operation = condition;
                    break;
                case IConversionOperation:
                    return null;
                default:
                    return operation;
            }
        }

        return null;
    }

    /// <summary>Whether a value is not used: a statement of its own, or assigned to <c>_</c>. The body of a lambda is
    /// none, since the receiver of the lambda can expect the call to fail.</summary>
    internal static bool IsIgnored(IOperation operation) => operation.Parent switch
    {
        IExpressionStatementOperation statement => !statement.IsImplicit && !IsBodyOfFunction(statement),
        ISimpleAssignmentOperation { Target: IDiscardOperation, Parent: IExpressionStatementOperation statement } =>
            !statement.IsImplicit,
        _ => false,
    };

    /// <summary>Returns the object of a call, also that of an extension.</summary>
    internal static IOperation? ReceiverOf(IInvocationOperation call) =>
        (call.Instance ?? (call is { TargetMethod.IsExtensionMethod: true, Arguments: [var first, ..] } ? first.Value
            : null)) is { } receiver
            ? Strip(receiver)
            : null;

    /// <summary>Returns the operation that awaits the task of a call; <see langword="null"/> if none does.</summary>
    internal static IAwaitOperation? AwaitOf(IOperation task)
    {
        for (int i = 0; i < MaxLevels; i++)
        {
            switch (task.Parent)
            {
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "AsTask" } adapter
                    when ReferenceEquals(adapter.Instance, task):
                    task = adapter;
                    break;
                case IAwaitOperation wait:
                    return wait;
                default:
                    return null;
            }
        }

        return null;
    }

    /// <summary>Returns the innermost block, or statement with a body, around an operation.</summary>
    internal static TextSpan ScopeOf(IOperation? operation)
    {
        while (operation is not (null or IBlockOperation or ILoopOperation or ISwitchCaseOperation or IUsingOperation
            or IConditionalOperation { Type: null }))
        {
            operation = operation.Parent;
        }

        return operation?.Syntax.Span ?? new(0, int.MaxValue);
    }

    /// <summary>Returns the place at which a variable with <c>using</c> is disposed.</summary>
    internal static int? ScopeEndOf(IVariableDeclaratorOperation declarator) => declarator.Parent?.Parent?.Parent switch
    {
        IUsingOperation statement => statement.Syntax.Span.End,
        IUsingDeclarationOperation { Parent: { } block } => block.Syntax.Span.End,
        _ => null,
    };

    /// <summary>Whether a variable is declared by a declaration or a statement with <c>using</c>.</summary>
    internal static bool IsInUsing(IVariableDeclaratorOperation declarator) =>
        declarator.Parent is IVariableDeclarationOperation { Parent: IVariableDeclarationGroupOperation group }
            && group.Parent is IUsingDeclarationOperation or IUsingOperation;

    /// <summary>Returns the declarator that an operation initializes; <see langword="null"/> if it does not.</summary>
    internal static IVariableDeclaratorOperation? DeclaratorOf(IOperation value)
    {
        if (value.Parent is not IVariableInitializerOperation { Parent: { } parent })
            return null;

        return parent as IVariableDeclaratorOperation
            ?? (parent as IVariableDeclarationOperation)?.Declarators.FirstOrDefault();
    }

    /// <summary>Whether a call can reach methods of a type on the object of the method around it.</summary>
    internal static bool CanReach(IOperation operation, INamedTypeSymbol owner) => operation switch
    {
        IInvocationOperation call => SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingType, owner)
            || call.Instance is IInstanceReferenceOperation || call.Arguments.Any(IsInstance),
        IObjectCreationOperation creation => creation.Arguments.Any(IsInstance),
        _ => false,
    };

    /// <summary>Returns the member or parameter that is assigned.</summary>
    internal static ISymbol? SymbolOf(IOperation target) => target switch
    {
        IMemberReferenceOperation member => member.Member,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static bool IsInstance(IArgumentOperation argument) => Strip(argument.Value) is IInstanceReferenceOperation;

    private static bool IsBodyOfFunction(IOperation statement) =>
        statement.Parent is IBlockOperation { Parent: IAnonymousFunctionOperation } body
            && body.Operations.Count(static each => !each.IsImplicit) == 1;

    // Memory<T> and Span<T> convert to their read-only forms by operators of the system, and a lease to an interface by
    // a box.
    private static bool Keeps(IConversionOperation conversion)
    {
        if (conversion.OperatorMethod is { } method)
            return method.ContainingType is { Name: "Memory" or "Span", ContainingNamespace.Name: "System" };

        return conversion.Conversion.IsIdentity || conversion.Conversion.IsReference || conversion.Conversion.IsNullable
            || SymbolEqualityComparer.Default.Equals(conversion.Type, conversion.Operand.Type) // of 'new()'
            || conversion.Conversion is { Exists: true, IsNumeric: false }
                && (conversion.Operand.Type is { IsRefLikeType: true }
                    || conversion is { Operand.Type.IsValueType: true, Type.IsReferenceType: true });
    }
}
