using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>The names of the library that the generator reads and writes.</summary>
internal static class EncodeableNames
{
    internal const string Attribute = "Pooling.Encodeables.PooledEncodeableAttribute";
    internal const string Interface = "Pooling.Encodeables.IPooledEncodeable";

    internal const string Pool = "Pool";
    internal const string Policy = "PoolPolicy";
    internal const string Template = "PoolTemplate";
    internal const string StateField = "_poolState";
    internal const string StateMethod = "PoolStateOf";
    internal const string ResetMethod = "ResetPooled";
    internal const string VisitMethod = "VisitPooled";
    internal const string AdoptMethod = "AdoptPooled";
    internal const string InitProperty = "PoolInitialValues";
    internal const string InitMethod = "SetPoolInitialValues";
    internal const string Hook = "OnReset";

    /// <summary>What the names of the fields begin with that hold what an object made for itself.</summary>
    internal const string Own = "_own";

    /// <summary>What the names of the fields begin with that remember rented arrays.</summary>
    internal const string Rented = "_rented";

    /// <summary>What the names of the methods begin with that rent arrays.</summary>
    internal const string Rent = "Rent";

    /// <summary>What the names of the methods begin with that copied initialisers are put into.</summary>
    internal const string Initial = "InitialOf";

    /// <summary>The name under which generated members are marked.</summary>
    internal const string Tool = "Pooling.Analyzers";

    private const string Room = "Pooling.Encodeables";
    private const string Buffers = "Pooling.Buffers";

    internal static AttributeData? FindAttribute(ISymbol symbol) =>
        symbol.GetAttributes().FirstOrDefault(attribute => Is(attribute.AttributeClass, "PooledEncodeableAttribute"));

    internal static AttributeData? FindKeep(ISymbol symbol) =>
        symbol.GetAttributes().FirstOrDefault(attribute => Is(attribute.AttributeClass, "KeepOnResetAttribute"));

    internal static AttributeData? FindCount(ISymbol symbol) =>
        symbol.GetAttributes().FirstOrDefault(attribute => Is(attribute.AttributeClass, "RentedArrayAttribute"));

    /// <summary>Whether a member was generated here: an analyzer sees it beside the written ones.</summary>
    internal static bool IsGenerated(ISymbol member) => member.GetAttributes().Any(attribute =>
        attribute is { AttributeClass.Name: "GeneratedCodeAttribute", ConstructorArguments: [{ Value: Tool }, ..] });

    /// <summary>Whether objects of the type are pooled encodeables: written by hand, or generated.</summary>
    internal static bool IsEncodeable(ITypeSymbol type)
    {
        // A type parameter counts if it is known to be a class: IsReferenceType says so.
        if (type is ITypeParameterSymbol { IsReferenceType: true } parameter)
            return parameter.ConstraintTypes.Any(IsEncodeable);

        if (!type.IsReferenceType)
            return false;

        if (Is(type, "IPooledEncodeable") || type.AllInterfaces.Any(each => Is(each, "IPooledEncodeable")))
            return true;

        for (ITypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            if (FindAttribute(current) is not null)
                return true;
        }

        return false;
    }

    /// <summary>Whether it is the interface itself, through whose members the generated ones are called.</summary>
    internal static bool IsInterface(ITypeSymbol type) => Is(type, "IPooledEncodeable");

    internal static bool IsPooledArray(ITypeSymbol type) =>
        type is INamedTypeSymbol { Name: "PooledArray", Arity: 1 } && type.ContainingNamespace.ToDisplayString() == Buffers;

    internal static bool IsList(ITypeSymbol type) =>
        type is INamedTypeSymbol { Name: "EncodeableList", Arity: 1, ContainingType: null }
        && type.ContainingNamespace.ToDisplayString() == Room;

    private static bool Is(ITypeSymbol? type, string name) =>
        type is not null && type.Name == name && type.ContainingType is null && type.ContainingNamespace?.ToDisplayString() == Room;
}
