using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Text;

/// <summary>Finds members marked with [Obsolete] whose use is an error, which no pragma can disable: only obsolete code
/// may use them.</summary>
internal static class ObsoleteUse
{
    /// <summary>The attribute for members that use such a member.</summary>
    internal const string Mark = "[global::System.Obsolete]";

    /// <summary>Whether all code in a type may use such members.</summary>
    internal static bool IsWithin(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
        {
            if (Find(current) is not null)
                return true;
        }

        return false;
    }

    /// <summary>Whether using a member, or naming its types, is an error.</summary>
    internal static bool IsError(ISymbol member) => IsMarked(member) || member switch
    {
        IFieldSymbol field => IsError(field.Type),
        IEventSymbol each => IsError(each.Type),
        IPropertySymbol property => IsError(property.Type)
            || (property.GetMethod is { } get && IsMarked(get))
            || (property.SetMethod is { } set && IsMarked(set))
            || property.ExplicitInterfaceImplementations.Any(IsError),
        IMethodSymbol method => method.Parameters.Any(static parameter => IsError(parameter.Type)),
        _ => false,
    };

    /// <summary>Whether naming a type is an error.</summary>
    internal static bool IsError(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol array => IsError(array.ElementType),
        IPointerTypeSymbol pointer => IsError(pointer.PointedAtType),
        INamedTypeSymbol named => IsMarked(named) || IsError(named.ContainingType) || named.TypeArguments.Any(IsError),
        _ => false,
    };

    private static bool IsMarked(ISymbol symbol) =>
        Find(symbol)?.ConstructorArguments.Any(static argument => argument.Value is true) == true;

    private static AttributeData? Find(ISymbol symbol) => symbol.GetAttributes().FirstOrDefault(static attribute =>
        attribute.AttributeClass is
        {
            Name: "ObsoleteAttribute",
            ContainingNamespace: { Name: "System", ContainingNamespace.IsGlobalNamespace: true },
        });
}
