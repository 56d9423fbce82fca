using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Encodeables;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Finds what parses a packet: the specified struct, the packet itself, or its static
/// <c>TryParse</c>.</summary>
internal sealed class PacketParserReader(INamedTypeSymbol within, Compilation compilation)
{
    /// <returns>The way in which the packet is parsed, and the type that parses it.</returns>
    internal (ParserKind Kind, ITypeSymbol Parser) Find(ITypeSymbol packet, ITypeSymbol? named)
    {
        if (named is not null)
            return (FindInterface(named, packet), named);

        ParserKind kind = FindInterface(packet, packet);
        return (kind == ParserKind.None ? FindMethod(packet) : kind, packet);
    }

    /// <returns>The constructor argument of a new parser, and what prevents its creation, if anything.</returns>
    internal (string Argument, string? Problem) FindArgument(ITypeSymbol parser)
    {
        string name = parser.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        if (Identifiers.IsFileLocal(parser))
            return ("", $"'{name}' is local to its file, and generated code is in another file");

        if (parser.IsRefLikeType)
            return ("", $"'{name}' is a ref struct");

        if (parser is { TypeKind: TypeKind.Struct } and INamedTypeSymbol parsing && HasRequired(parsing))
            return ("", $"'{name}' has required members, which generated code does not set");

        if (parser is not INamedTypeSymbol { TypeArguments: [var packet, _] }
            || !DispatchNames.Is(parser, "EncodeableParser", DispatchNames.Room))
        {
            return ("", null);
        }

        return HasActivator(packet)
            ? ($"{Identifiers.NameOf(packet.WithNullableAnnotation(NullableAnnotation.NotAnnotated))}.Pool", null)
            : ("", $"'{name}' rents from a pool; mark '{packet.Name}' with [PooledEncodeable], give it a static "
                + $"EncodeablePool<{packet.Name}> Pool, or add the handler to a builder with your own parser");
    }

    private static bool HasRequired(INamedTypeSymbol parser) =>
        parser.GetMembers().Any(
            static member => member is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true })
        && !parser.InstanceConstructors.Any(static constructor => constructor.Parameters.IsEmpty
            && constructor.GetAttributes().Any(
                static attribute => attribute.AttributeClass?.Name == "SetsRequiredMembersAttribute"));

    private bool HasActivator(ITypeSymbol packet)
    {
        if (packet is not INamedTypeSymbol named)
            return false;

        ISymbol? written = named.GetMembers("Pool").FirstOrDefault();
        ITypeSymbol? type = written switch
        {
            IPropertySymbol { IsStatic: true, GetMethod: not null } property => property.Type,
            IFieldSymbol { IsStatic: true } field => field.Type,
            _ => null,
        };
        if (written is not null)
        {
            return type is INamedTypeSymbol { TypeArguments: [var rented] }
                && DispatchNames.Is(type, "EncodeablePool", "Pooling.Encodeables")
                && SymbolEqualityComparer.Default.Equals(rented, packet)
                    && compilation.IsSymbolAccessibleWithin(written, within);
        }

        // Limited to this compilation: one generator does not see the output of another.
        return named is { TypeKind: TypeKind.Class, IsAbstract: false, DeclaringSyntaxReferences.IsEmpty: false }
            && EncodeableNames.FindAttribute(named) is not null;
    }

    private static ParserKind FindInterface(ITypeSymbol parser, ITypeSymbol packet)
    {
        if (parser.TypeKind != TypeKind.Struct)
            return ParserKind.None;

        if (DispatchNames.Implements(parser, "IPooledPacketParser", packet))
            return ParserKind.PooledStruct;

        return DispatchNames.Implements(parser, "IPacketParser", packet) ? ParserKind.Struct : ParserKind.None;
    }

    private ParserKind FindMethod(ITypeSymbol packet)
    {
        // Numbers, dates and similar types parse text, which is not a packet.
        if (packet.ContainingNamespace is { IsGlobalNamespace: false } room
            && room.ToDisplayString().Split('.')[0] == "System")
        {
            return ParserKind.None;
        }

        return HasTryParse(packet) ? ParserKind.Method : ParserKind.None;
    }

    private bool HasTryParse(ITypeSymbol packet) => packet.GetMembers("TryParse").OfType<IMethodSymbol>().Any(method =>
        method is
        {
            IsStatic: true,
            IsAbstract: false,
            Arity: 0,
            ReturnType.SpecialType: SpecialType.System_Boolean,
            Parameters: [{ RefKind: RefKind.None } input, { RefKind: RefKind.Out } output],
        }
        && input.Type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Byte }] }
        && DispatchNames.Is(input.Type, "ReadOnlySpan", "System")
        && SymbolEqualityComparer.Default.Equals(output.Type, packet)
        && compilation.IsSymbolAccessibleWithin(method, within));
}
