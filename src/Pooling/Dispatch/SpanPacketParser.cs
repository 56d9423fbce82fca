using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Adapts a parser of spans to an <see cref="AsyncOpcodeDispatcher{TContext}"/>.</summary>
/// <typeparam name="TPacket">The type of the packet, which refers to nothing of the payload.</typeparam>
/// <typeparam name="TParser">The type of the parser of spans.</typeparam>
/// <param name="parser">The parser of spans.</param>
/// <remarks>
/// <para>Thread safety: that of the parser.</para>
/// <para>Allocation: none of its own.</para>
/// </remarks>
public readonly struct SpanPacketParser<TPacket, TParser>(TParser parser) : IMemoryPacketParser<TPacket>
    where TParser : struct, IPacketParser<TPacket>
{
    /// <inheritdoc/>
    public bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet) =>
        parser.TryParse(payload.Span, out packet);
}
