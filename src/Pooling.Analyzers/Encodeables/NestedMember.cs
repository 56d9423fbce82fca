using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Determines what pooled objects a member of a type can hold.</summary>
internal static class NestedMember
{
    internal static (NestedShape Shape, ITypeSymbol? Item) Read(StoredMember member)
    {
        if (member.Count is null || member.Type is not IArrayTypeSymbol { Rank: 1, ElementType: var item })
            return Read(member.Type);

        return EncodeableNames.IsEncodeable(item) ? (NestedShape.CountedItems, item)
            : ShowsNested(item) ? (NestedShape.CountedStructs, item)
            : default;
    }

    private static (NestedShape Shape, ITypeSymbol? Item) Read(ITypeSymbol type)
    {
        if (EncodeableNames.IsEncodeable(type))
            return (NestedShape.Item, type);

        if (ShowsNested(type))
            return (NestedShape.Struct, type);

        if (type is IArrayTypeSymbol { Rank: 1, ElementType: var element })
        {
            return EncodeableNames.IsEncodeable(element) ? (NestedShape.Span, element)
                : ShowsNested(element) ? (NestedShape.Structs, element)
                : default;
        }

        if (type is not INamedTypeSymbol { TypeArguments: [.., var item] } named)
            return default;

        if (EncodeableNames.IsList(named))
            return (NestedShape.List, item);

        if (EncodeableNames.IsPooledArray(named))
        {
            return (EncodeableNames.IsEncodeable(item)
                ? NestedShape.PooledArrayOfItems
                : ShowsNested(item) ? NestedShape.PooledArrayOfStructs : NestedShape.PooledArray, item);
        }

        bool isStruct = ShowsNested(item);
        if (!isStruct && !EncodeableNames.IsEncodeable(item))
            return default;

        // System collections only: for any other type, it is unknown whether its items belong to it.
        return TypeTraits.NamespaceOf(named) is "System.Collections.Generic" or "System.Collections.Concurrent"
            ? (named.TypeArguments.Length, IsDictionary(named)) switch
            {
                // A type that is only enumerable may be a query.
                (1, _) when named.Name != "IEnumerable" && IsEnumerable(named) =>
                    (isStruct ? NestedShape.Structs : NestedShape.Items, item),
                (2, true) => (isStruct ? NestedShape.StructValues : NestedShape.Values, item),
                _ => default,
            }
            : default;
    }

    /// <summary>Whether a member can hold pooled objects, arrays or lists of parts that a visitor does not
    /// find.</summary>
    internal static bool Hides(StoredMember member) => Read(member) switch
    {
        (NestedShape.None, _) => Holds(member.Type, new(SymbolEqualityComparer.Default)),
        (NestedShape.PooledArray, { } item) => Holds(item, new(SymbolEqualityComparer.Default)),
        _ => false,
    };

    // The set also ends the search in types that contain ever larger ones.
    private static bool Holds(ITypeSymbol type, HashSet<ISymbol> seen)
    {
        if (type.TypeKind == TypeKind.Delegate || seen.Count > 99 || !seen.Add(type))
            return false;

        if (Read(type).Shape != NestedShape.None)
            return true;

        if (type is IArrayTypeSymbol array)
            return Holds(array.ElementType, seen);

        if (type is not INamedTypeSymbol named)
            return false;

        string space = TypeTraits.NamespaceOf(named);
        bool isOfItems = space == "System"
            ? named.IsValueType || named.Name == "Tuple"
            : space.StartsWith("System.Collections", StringComparison.Ordinal) && named.TypeKind != TypeKind.Interface
                && !named.Name.EndsWith("Comparer", StringComparison.Ordinal);
        return (isOfItems
            ? named.TypeArguments
            : named.AllInterfaces.Insert(0, named).Where(each => IsNamed(each, "IEnumerable"))
                .SelectMany(static each => each.TypeArguments)
                .Concat(named.GetMembers().OfType<IFieldSymbol>()
                    .Where(field => named.IsValueType && !field.IsStatic)
                    .Select(static field => field.Type)))
            .Any(item => Holds(item, seen));
    }

    /// <summary>Returns the name of the type of the objects in a member; empty if there are none.</summary>
    internal static string NameOf(NestedShape shape, ITypeSymbol? item)
    {
        if (item is null)
            return "";

        // Null objects are skipped, and the visitor takes their type without a question mark.
        return Identifiers.NameOf(
            shape == NestedShape.PooledArray ? item : item.WithNullableAnnotation(NullableAnnotation.NotAnnotated));
    }

    /// <summary>Returns the name of the type of the pairs in a dictionary; empty for anything else.</summary>
    internal static string PairOf(NestedShape shape, ITypeSymbol type) =>
        shape is NestedShape.Values or NestedShape.StructValues
        && type is INamedTypeSymbol { TypeArguments: [var key, var value] }
            ? $"global::System.Collections.Generic.KeyValuePair<{Identifiers.NameOf(key)}, {Identifiers.NameOf(value)}>"
            : "";

    // A struct cannot be an encodeable; a struct that holds some has the method by convention.
    private static bool ShowsNested(ITypeSymbol type) =>
        type.TypeKind == TypeKind.Struct && type.GetMembers("VisitNested").OfType<IMethodSymbol>().Any(method =>
            method is
            {
                IsStatic: false,
                ReturnsVoid: true,
                DeclaredAccessibility: Accessibility.Public or Accessibility.Internal,
                Parameters: [{ RefKind: RefKind.Ref, Type.Name: "NestedVisitor" }],
            });

    private static bool IsEnumerable(INamedTypeSymbol type) =>
        IsNamed(type, "IEnumerable") || type.AllInterfaces.Any(each => IsNamed(each, "IEnumerable"));

    private static bool IsDictionary(INamedTypeSymbol type) =>
        IsNamed(type, "IDictionary") || IsNamed(type, "IReadOnlyDictionary")
        || type.AllInterfaces.Any(each => each.Arity == 2 && IsNamed(each, "IDictionary"));

    private static bool IsNamed(INamedTypeSymbol type, string name) =>
        type.Name == name && TypeTraits.NamespaceOf(type) == "System.Collections.Generic";
}
