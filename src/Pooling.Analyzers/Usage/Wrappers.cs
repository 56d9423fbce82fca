using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Expressions that hold the values of others: tuples, arrays, records, conditions, completed tasks.</summary>
internal static class Wrappers
{
    private const int MaxParts = 64;

    /// <summary>Returns the values that an expression holds, or is itself.</summary>
    /// <param name="value">The expression.</param>
    /// <param name="partsOf">Returns the parts of what holds others, too.</param>
    internal static IEnumerable<IOperation> PartsOf(
        IOperation value, Func<IOperation, IEnumerable<IOperation>?>? partsOf = null)
    {
        Stack<IOperation> pending = new();
        pending.Push(value);
        for (int i = 0; i < MaxParts && pending.Count > 0; i++)
        {
            IOperation each = Places.Strip(pending.Pop());
            IEnumerable<IOperation>? parts = partsOf?.Invoke(each) ?? PartsOfWrapper(each);
            if (parts is null)
                yield return each;
            else
                PushAll(pending, parts);
        }
    }

    /// <summary>Whether a value, or what holds it, is the result of a function.</summary>
    internal static bool IsReturned(IOperation value)
    {
        IOperation? each = value.Parent;
        for (int i = 0; i < MaxParts && each is IConversionOperation or IParenthesizedOperation or ITupleOperation
            or IConditionalOperation
            or IArgumentOperation or IInvocationOperation
        {
            TargetMethod.Name: "ToArray" or "ToList"
                or "FromResult"
        }; i++)
        {
            each = each.Parent;
        }

        return each is IReturnOperation;
    }

    private static void PushAll(Stack<IOperation> pending, IEnumerable<IOperation> parts)
    {
        foreach (IOperation part in parts.Reverse())
            pending.Push(part);
    }

    private static IEnumerable<IOperation>? PartsOfWrapper(IOperation value)
    {
        switch (value)
        {
            case IParenthesizedOperation parentheses:
                return [parentheses.Operand];
            case ITupleOperation tuple:
                return tuple.Elements;
            case IConditionalOperation { WhenFalse: { } otherwise } condition:
                return [condition.WhenTrue, otherwise];
            case ICoalesceOperation coalesce:
                return [coalesce.Value, coalesce.WhenNull];
            case ISwitchExpressionOperation choice:
                return choice.Arms.Select(static each => each.Value);
            case IArrayCreationOperation array:
                return array.Initializer?.ElementValues ?? (IEnumerable<IOperation>)[];
            case IAnonymousObjectCreationOperation anonymous:
                return anonymous.Initializers.OfType<ISimpleAssignmentOperation>().Select(static each => each.Value);
            case IInvocationOperation
            {
                TargetMethod:
                {
                    Name: "FromResult", ContainingType.Name: "Task"
                or "ValueTask"
                }
            } call:
                return call.Arguments.Select(static each => each.Value);
            case IObjectCreationOperation { Constructor: { } constructor } creation:
                return PartsOfObject(creation, constructor);
            case IConversionOperation
            {
                OperatorMethod.ContainingType.Name: "ReadOnlySequence"
                or "Nullable"
            } conversion:
                return [conversion.Operand];
            case { Syntax: CollectionExpressionSyntax, ChildOperations: var elements }:
                return elements;
            default:
                return null;
        }
    }

    // What a constructor does with its arguments is not known, but for a record and a few types of the system.
    private static List<IOperation>? PartsOfObject(IObjectCreationOperation creation, IMethodSymbol constructor)
    {
        List<IOperation> parts = [];
        INamedTypeSymbol type = constructor.ContainingType;
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            if (type.Name is "ReadOnlySequence" or "ReadOnlyMemoryContent" or "ValueTask" or "KeyValuePair"
                && type.ContainingNamespace?.ToDisplayString().StartsWith("System", StringComparison.Ordinal) == true
                || type.IsRecord && argument.Parameter is { } parameter && IsStored(type, parameter.Name))
            {
                parts.Add(argument.Value);
            }
        }

        if (creation.Initializer is not { } initializer)
            return parts.Count > 0 ? parts : null;

        foreach (IOperation each in initializer.Initializers)
        {
            if (each is ISimpleAssignmentOperation assignment
                && assignment.Target is IMemberReferenceOperation { Member: { } member }
                && (member is IFieldSymbol || IsStored(type, member.Name)))
            {
                parts.Add(assignment.Value);
            }
        }

        return parts.Count > 0 ? parts : null;
    }

    private static bool IsStored(INamedTypeSymbol type, string property) => type.GetMembers().Any(each =>
        each is IFieldSymbol { AssociatedSymbol: IPropertySymbol stored } && stored.Name == property);
}
