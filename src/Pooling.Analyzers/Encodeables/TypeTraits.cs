using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Assumptions that the generator makes about the types of members.</summary>
internal static class TypeTraits
{
    private static readonly HashSet<string> s_immutableClasses =
    [
        "System.String", "System.Type", "System.Uri", "System.Version", "System.DBNull",
            "System.Globalization.CultureInfo",
        "System.Text.Encoding", "System.Text.RegularExpressions.Regex", "System.StringComparer",
    ];

    private static readonly string[] s_immutableNamespaces =
        ["System.Collections.Immutable", "System.Collections.Frozen"];

    private static readonly string[] s_collectionNamespaces =
        ["System.Collections", "System.Collections.Generic", "System.Collections.Concurrent"];

    /// <summary>Whether a value can be shared between objects permanently, because what it refers to cannot
    /// change.</summary>
    internal static bool IsImmutable(ITypeSymbol? type) =>
        type is not null && IsImmutable(type, depth: 0, withDelegates: null);

    /// <summary>Whether a value of another object can be used: nothing in it can change, and, if that matters, no
    /// delegate in it can be bound to that object.</summary>
    internal static bool IsShareable(ITypeSymbol type, bool withDelegates) =>
        IsImmutable(type, depth: 0, withDelegates);

    /// <summary>Whether the type has no content, so that a used object is equivalent to a new one.</summary>
    internal static bool IsStateless(ITypeSymbol? type) =>
        type is not null
            && (type.SpecialType == SpecialType.System_Object || FullName(type) == "System.Threading.Lock");

    /// <summary>Whether the type is a system collection that <c>Clear()</c> restores to its initial state.</summary>
    internal static bool IsClearable(ITypeSymbol type) =>
        type is INamedTypeSymbol { TypeKind: TypeKind.Class, IsAbstract: false } named
        && (FullName(named) == "System.Text.StringBuilder" || s_collectionNamespaces.Contains(NamespaceOf(named)))
        && FindMethod(named, "Clear") is not null
        && (HasProperty(named, "Capacity") || HasProperty(named, "Count"));

    /// <summary>Returns the property that best reports how much memory a collection holds.</summary>
    internal static string SizeProperty(ITypeSymbol type) => HasProperty(type, "Capacity") ? "Capacity" : "Count";

    /// <summary>Returns the property that reports how many items a collection holds.</summary>
    internal static string CountProperty(ITypeSymbol type) =>
        HasProperty(type, "Count") ? "Count" : HasProperty(type, "Length") ? "Length" : SizeProperty(type);

    /// <summary>Returns a type that is as large as an item of the collection, or almost.</summary>
    internal static string ItemOf(ITypeSymbol type) => type switch
    {
        INamedTypeSymbol { TypeArguments: [{ } item] } => Identifiers.NameOf(item),
        INamedTypeSymbol { TypeArguments: [{ } key, { } value] } =>
            $"global::System.Collections.Generic.KeyValuePair<{Identifiers.NameOf(key)}, {Identifiers.NameOf(value)}>",
        { Name: "StringBuilder" } => "char",
        { Name: "BitArray" } => "bool",
        _ => "object",
    };

    /// <summary>Returns the call, after the collection and a dot, that releases the memory of an empty collection;
    /// <see langword="null"/> if there is none.</summary>
    internal static string? TrimCall(ITypeSymbol type)
    {
        if (FindMethod(type, "TrimExcess") is not null)
            return "TrimExcess()";

        return FindProperty(type, "Capacity") is { SetMethod.DeclaredAccessibility: Accessibility.Public }
            ? "Capacity = 0"
            : null;
    }

    /// <summary>Whether the type only allows reading its items, so that an empty one never changes.</summary>
    internal static bool IsReadOnlyInterface(ITypeSymbol type) =>
        type is { TypeKind: TypeKind.Interface } && FullName(type) is
        "System.Collections.Generic.IEnumerable" or "System.Collections.Generic.IReadOnlyCollection"
        or "System.Collections.Generic.IReadOnlyList"
        or "System.Collections.Generic.IReadOnlyDictionary" or "System.Collections.Generic.IReadOnlySet"
        or "System.Collections.IEnumerable";

    /// <summary>Whether an argument of this type leaves a new collection empty: a capacity or a comparer.</summary>
    internal static bool LeavesEmpty(ITypeSymbol type) =>
        type.SpecialType is SpecialType.System_Int32 or SpecialType.System_Single
        || (NamespaceOf(type) is "System.Collections" or "System.Collections.Generic"
            && type.Name is "IComparer" or "IEqualityComparer");

    internal static bool IsOfSystem(ITypeSymbol type) => NamespaceOf(type) is "System" or "System.Linq";

    /// <summary>The namespace and the name, without type arguments.</summary>
    internal static string FullName(ITypeSymbol type) => $"{NamespaceOf(type)}.{type.Name}";

    // The items of a collection count unless the last argument is null.
    private static bool IsImmutable(ITypeSymbol type, int depth, bool? withDelegates)
    {
        if (type.TypeKind is TypeKind.Enum or TypeKind.Pointer or TypeKind.FunctionPointer)
            return true;

        if (type.TypeKind == TypeKind.Delegate)
            return withDelegates != false;

        if (type is not INamedTypeSymbol named)
            return false;

        if (s_immutableNamespaces.Contains(NamespaceOf(named)))
        {
            return withDelegates is null
                || named.TypeArguments.All(item => IsImmutable(item, depth + 1, withDelegates));
        }

        if (named.IsValueType)
        {
            return named.IsUnmanagedType
                || (depth < 8
                    && named.GetMembers().OfType<IFieldSymbol>().Where(field => !field.IsStatic)
                        .All(field => IsImmutable(field.Type, depth + 1, withDelegates)));
        }

        return s_immutableClasses.Contains(FullName(named));
    }

    internal static string NamespaceOf(ITypeSymbol type) =>
        type.ContainingType is null ? type.ContainingNamespace?.ToDisplayString() ?? "" : "";

    private static bool HasProperty(ITypeSymbol type, string name) => FindProperty(type, name) is not null;

    private static IPropertySymbol? FindProperty(ITypeSymbol type, string name) => Members(type, name)
        .OfType<IPropertySymbol>()
        .FirstOrDefault(property => property is
        {
            IsStatic: false,
            Type.SpecialType: SpecialType.System_Int32,
            GetMethod.DeclaredAccessibility: Accessibility.Public,
        });

    private static IMethodSymbol? FindMethod(ITypeSymbol type, string name) => Members(type, name)
        .OfType<IMethodSymbol>()
        .FirstOrDefault(method => method is
        { IsStatic: false, Parameters.IsEmpty: true, DeclaredAccessibility: Accessibility.Public });

    private static List<ISymbol> Members(ITypeSymbol type, string name)
    {
        List<ISymbol> members = [];
        for (ITypeSymbol? current = type; current is not null; current = current.BaseType)
            members.AddRange(current.GetMembers(name));

        return members;
    }
}
