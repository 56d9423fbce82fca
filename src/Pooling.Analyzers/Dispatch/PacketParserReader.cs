using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Finds what parses a packet: the named struct, the packet itself, or its static <c>TryParse</c>.</summary>
internal sealed class PacketParserReader(INamedTypeSymbol within, Compilation compilation)
{
    /// <returns>How it is parsed, and the type that does it.</returns>
    internal (ParserKind Kind, ITypeSymbol Parser) Find(ITypeSymbol packet, ITypeSymbol? named, bool isAsync)
    {
        if (named is not null)
            return (FindInterface(named, packet, isAsync), named);

        ParserKind kind = FindInterface(packet, packet, isAsync);
        return (kind == ParserKind.None ? FindMethod(packet, isAsync) : kind, packet);
    }

    private static ParserKind FindInterface(ITypeSymbol parser, ITypeSymbol packet, bool isAsync)
    {
        if (parser.TypeKind != TypeKind.Struct)
            return ParserKind.None;

        if (DispatchNames.Implements(parser, isAsync ? "IPooledMemoryPacketParser" : "IPooledPacketParser", packet))
            return ParserKind.PooledStruct;

        if (DispatchNames.Implements(parser, isAsync ? "IMemoryPacketParser" : "IPacketParser", packet))
            return ParserKind.Struct;

        // A parser of spans that rents its packets could not be told when the handler has ended.
        return isAsync && DispatchNames.Implements(parser, "IPacketParser", packet) && !DispatchNames.Implements(parser, "IPooledPacketParser", packet)
            ? ParserKind.SpanStruct
            : ParserKind.None;
    }

    private ParserKind FindMethod(ITypeSymbol packet, bool isAsync)
    {
        // Those of numbers, dates and the like read text, which no packet is.
        if (packet.ContainingNamespace is { IsGlobalNamespace: false } room && room.ToDisplayString().Split('.')[0] == "System")
            return ParserKind.None;

        if (isAsync && HasTryParse(packet, "ReadOnlyMemory"))
            return ParserKind.MemoryMethod;

        return HasTryParse(packet, "ReadOnlySpan") ? ParserKind.SpanMethod : ParserKind.None;
    }

    private bool HasTryParse(ITypeSymbol packet, string payload) => packet.GetMembers("TryParse").OfType<IMethodSymbol>().Any(method =>
        method is { IsStatic: true, Arity: 0, ReturnType.SpecialType: SpecialType.System_Boolean, Parameters: [{ RefKind: RefKind.None } input, { RefKind: RefKind.Out } output] }
        && input.Type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Byte }] } && DispatchNames.Is(input.Type, payload, "System")
        && SymbolEqualityComparer.Default.Equals(output.Type, packet)
        && compilation.IsSymbolAccessibleWithin(method, within));
}
