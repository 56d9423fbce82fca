using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Tells what pooled things a member of a type may hold.</summary>
internal static class NestedMember
{
    internal static (NestedShape Shape, ITypeSymbol? Item) Read(ITypeSymbol type)
    {
        if (EncodeableNames.IsEncodeable(type))
            return (NestedShape.Item, type);

        if (type is IArrayTypeSymbol { Rank: 1 } array)
            return EncodeableNames.IsEncodeable(array.ElementType) ? (NestedShape.Span, array.ElementType) : default;

        if (type is not INamedTypeSymbol { TypeArguments: [.., var item] } named)
            return default;

        if (EncodeableNames.IsPooledArray(named))
            return EncodeableNames.IsEncodeable(item) ? (NestedShape.PooledArrayOfItems, item) : (NestedShape.PooledArray, null);

        if (!EncodeableNames.IsEncodeable(item))
            return default;

        // The system's collections only: of any other type nobody knows whether its items belong to it.
        return TypeTraits.NamespaceOf(named) is "System.Collections.Generic" or "System.Collections.Concurrent"
            ? (named.TypeArguments.Length, IsDictionary(named)) switch
            {
                (1, _) when IsEnumerable(named) => (NestedShape.Items, item),
                (2, true) => (NestedShape.Values, item),
                _ => default,
            }
            : default;
    }

    private static bool IsEnumerable(INamedTypeSymbol type) => IsNamed(type, "IEnumerable") || type.AllInterfaces.Any(each => IsNamed(each, "IEnumerable"));

    private static bool IsDictionary(INamedTypeSymbol type) =>
        IsNamed(type, "IDictionary") || IsNamed(type, "IReadOnlyDictionary") || type.AllInterfaces.Any(each => each.Arity == 2 && IsNamed(each, "IDictionary"));

    private static bool IsNamed(INamedTypeSymbol type, string name) => type.Name == name && TypeTraits.NamespaceOf(type) == "System.Collections.Generic";
}
