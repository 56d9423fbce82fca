using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>The members that a page shows, in order.</summary>
internal static class Members
{
    /// <summary>The members that a type declares and its users see.</summary>
    public static IEnumerable<ISymbol> Of(INamedTypeSymbol type) =>
        type.TypeKind is TypeKind.Delegate
            ? []
            : type.GetMembers().Where(static member => Library.IsVisible(member) && IsShown(member));

    /// <summary>The members that a type inherits, by declaring type.</summary>
    public static IEnumerable<IGrouping<INamedTypeSymbol, ISymbol>> Inherited(INamedTypeSymbol type)
    {
        if (type.IsStatic || type.TypeKind is not (TypeKind.Class or TypeKind.Interface))
            return [];

        HashSet<ISymbol> hidden = new(SymbolEqualityComparer.Default);
        foreach (ISymbol member in type.GetMembers())
            Hide(hidden, member);

        List<ISymbol> inherited = [];
        IEnumerable<INamedTypeSymbol> bases = type.TypeKind is TypeKind.Interface ? type.AllInterfaces : BasesOf(type);
        foreach (INamedTypeSymbol from in bases)
        {
            inherited.AddRange(Of(from).Where(member => !hidden.Contains(member) && !member.IsStatic && !IsConstructor(member)));
            foreach (ISymbol member in from.GetMembers())
                Hide(hidden, member);
        }

        return inherited.GroupBy<ISymbol, INamedTypeSymbol>(static member => member.ContainingType, SymbolEqualityComparer.Default);
    }

    /// <summary>The extension methods of the library that can be called on a type.</summary>
    public static IEnumerable<IMethodSymbol> ExtensionsOf(INamedTypeSymbol type, Library library) =>
        from holder in library.Types
        where holder.IsStatic
        from method in Of(holder).OfType<IMethodSymbol>()
        where method.IsExtensionMethod && Receivers(method).Any(receiver => Is(type, receiver))
        select method;

    private static bool IsShown(ISymbol member) => member switch
    {
        INamedTypeSymbol => false, // has a page of its own
        IMethodSymbol method => method.MethodKind is MethodKind.Ordinary or MethodKind.UserDefinedOperator or MethodKind.Conversion
            || (method.MethodKind is MethodKind.Constructor && !(method.ContainingType.IsValueType && method.Parameters is [])),
        _ => true,
    };

    private static bool IsConstructor(ISymbol member) => member is IMethodSymbol { MethodKind: MethodKind.Constructor };

    private static IEnumerable<INamedTypeSymbol> BasesOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? from = type.BaseType; from is { SpecialType: not SpecialType.System_Object }; from = from.BaseType)
            yield return from;
    }

    private static void Hide(HashSet<ISymbol> hidden, ISymbol member)
    {
        for (ISymbol? current = member; current is not null; current = Overridden(current))
            hidden.Add(current);
    }

    private static ISymbol? Overridden(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        IEventSymbol @event => @event.OverriddenEvent,
        _ => null,
    };

    private static IEnumerable<ITypeSymbol> Receivers(IMethodSymbol method) =>
        method.Parameters[0].Type is ITypeParameterSymbol parameter ? parameter.ConstraintTypes : [method.Parameters[0].Type];

    private static bool Is(INamedTypeSymbol type, ITypeSymbol receiver) =>
        type.AllInterfaces.Prepend(type)
            .Any(face => SymbolEqualityComparer.Default.Equals(face.OriginalDefinition, receiver.OriginalDefinition));
}
