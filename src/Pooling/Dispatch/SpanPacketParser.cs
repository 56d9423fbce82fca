using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Adapts a parser of spans to an <see cref="AsyncOpcodeDispatcher{TContext}"/>.</summary>
/// <typeparam name="TPacket">The type of the packet, which must not refer to the payload.</typeparam>
/// <typeparam name="TParser">The type of the parser of spans.</typeparam>
/// <remarks>
/// <para>Thread safety: that of the parser.</para>
/// <para>Allocation: only that of the parser.</para>
/// </remarks>
public readonly struct SpanPacketParser<TPacket, TParser> : IMemoryPacketParser<TPacket>
    where TParser : struct, IPacketParser<TPacket>
{
    private readonly TParser _parser;

    /// <summary>Initializes a new instance over a parser.</summary>
    /// <param name="parser">The parser of spans.</param>
    public SpanPacketParser(TParser parser) => _parser = parser;

    /// <inheritdoc/>
    public bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet) =>
        _parser.TryParse(payload.Span, out packet);
}
