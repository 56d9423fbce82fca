using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>Finds the source of a comment that only says "inheritdoc".</summary>
internal static class Inheritance
{
    public static ISymbol? SourceOf(ISymbol symbol) => symbol switch
    {
        INamedTypeSymbol type => type.BaseType is { SpecialType: SpecialType.None } ? type.BaseType : type.Interfaces.FirstOrDefault(),
        IMethodSymbol { OverriddenMethod: { } method } => method,
        IPropertySymbol { OverriddenProperty: { } property } => property,
        { ContainingType: { } type } => type.AllInterfaces
            .SelectMany(static face => face.GetMembers())
            .FirstOrDefault(member => SymbolEqualityComparer.Default.Equals(type.FindImplementationForInterfaceMember(member), symbol)),
        _ => null,
    };
}
