using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Determines what an initializer creates.</summary>
internal static class InitialClassifier
{
    internal static InitialValue Classify(ExpressionSyntax expression, ITypeSymbol target, SemanticModel model)
    {
        if (expression is CollectionExpressionSyntax collection)
        {
            return collection.Elements.Count == 0
                ? ClassifyEmpty(target, model)
                : new InitialValue(InitialContent.NewObject);
        }

        IOperation? operation = model.GetOperation(expression);
        while (operation is IConversionOperation { OperatorMethod: null } conversion)
            operation = conversion.Operand;

        return operation switch
        {
            IObjectCreationOperation { Type.IsReferenceType: true } creation => ClassifyCreation(creation),
            IArrayCreationOperation
            {
                Initializer: null,
                DimensionSizes: [{ ConstantValue: { HasValue: true, Value: var length } }],
            } array =>
                new InitialValue(
                    length is 0 ? InitialContent.Nothing : InitialContent.BlankArray)
                { Type = array.Type },
            IArrayCreationOperation array => new InitialValue(InitialContent.NewObject) { Type = array.Type },
            IArrayInitializerOperation => new InitialValue(InitialContent.NewObject) { Type = target },
            IInvocationOperation
            {
                TargetMethod:
                {
                    Name: "Empty", ContainingType.Name: "Array"
                    or "Enumerable", Parameters.IsEmpty: true
                } method,
            } when TypeTraits.IsOfSystem(method.ContainingType) =>
                new InitialValue(InitialContent.Nothing),
            ITypeParameterObjectCreationOperation => new InitialValue(InitialContent.NewObject),
            _ => new InitialValue(InitialContent.Value),
        };
    }

    private static InitialValue ClassifyCreation(IObjectCreationOperation creation)
    {
        ITypeSymbol type = creation.Type!;
        if (creation.Initializer is not null || !TypeTraits.IsClearable(type)
            || !creation.Arguments.All(argument => TypeTraits.LeavesEmpty(argument.Parameter!.Type)))
        {
            return new InitialValue(InitialContent.NewObject) { Type = type, IsBare = IsBare(creation) };
        }

        int capacity = creation.Arguments
            .Where(argument => argument.Parameter!.Name is "capacity" or "initialCapacity")
            .Select(argument => argument.Value.ConstantValue is { HasValue: true, Value: int value } ? value : 0)
            .FirstOrDefault();
        return new InitialValue(InitialContent.EmptyCollection) { Type = type, Capacity = capacity };
    }

    // A generated reset restores what the parameterless constructor sets; one by hand can keep an argument.
    private static bool IsBare(IObjectCreationOperation creation) =>
        creation.Initializer is not { Initializers.Length: > 0 }
        && (creation.Constructor is { Parameters.IsEmpty: true }
            || !EncodeableNames.IsGeneratedEncodeable(creation.Type!));

    // What [] creates depends on the target type.
    private static InitialValue ClassifyEmpty(ITypeSymbol target, SemanticModel model)
    {
        if (target is IArrayTypeSymbol || TypeTraits.IsReadOnlyInterface(target))
            return new InitialValue(InitialContent.Nothing);

        if (TypeTraits.IsClearable(target))
            return new InitialValue(InitialContent.EmptyCollection) { Type = target };

        // The language guarantees a list.
        if (target is INamedTypeSymbol { Arity: 1, TypeKind: TypeKind.Interface } list
            && TypeTraits.FullName(list) is "System.Collections.Generic.IList"
                or "System.Collections.Generic.ICollection"
            && model.Compilation.GetTypeByMetadataName("System.Collections.Generic.List`1") is { } type)
        {
            ITypeSymbol item = ((INamedTypeSymbol)target).TypeArguments[0];
            return new InitialValue(InitialContent.EmptyCollection)
            {
                Type = type.Construct(ImmutableArray.Create(item), ImmutableArray.Create(item.NullableAnnotation)),
            };
        }

        return new InitialValue(target.IsValueType
            || TypeTraits.IsImmutable(target) ? InitialContent.Value : InitialContent.NewObject);
    }
}
