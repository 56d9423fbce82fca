using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Dispatch;

/// <summary>The names in the library that the generator reads and writes.</summary>
internal static class DispatchNames
{
    internal const string Attribute = "Pooling.Dispatch.OpcodeHandlerAttribute";
    internal const string Room = "Pooling.Dispatch";

    internal static IEnumerable<AttributeData> FindAttributes(IMethodSymbol method) =>
        method.GetAttributes().Where(attribute => Is(attribute.AttributeClass, "OpcodeHandlerAttribute", Room));

    internal static bool Is(ITypeSymbol? type, string name, string room) =>
        type is not null && type.Name == name && type.ContainingType is null
            && type.ContainingNamespace?.ToDisplayString() == room;

    /// <summary>Whether a type implements an interface of the namespace for a packet.</summary>
    internal static bool Implements(ITypeSymbol type, string name, ITypeSymbol packet) => type.AllInterfaces.Any(each =>
        Is(each, name, Room) && each.TypeArguments.Length == 1
            && SymbolEqualityComparer.Default.Equals(each.TypeArguments[0], packet));
}
