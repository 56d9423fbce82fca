using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>An opcode whose packets go back to their pool when the handler has ended or thrown.</summary>
internal sealed class PooledPacketEntry<TContext, TPacket, TParser, THandler>(TParser parser, THandler handler) : OpcodeEntry<TContext>
    where TParser : struct, IPooledPacketParser<TPacket>
    where THandler : struct, IOpcodeHandler<TContext, TPacket>
{
    // Not read-only: a call on a read-only field of a struct that is not read-only itself works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser = parser;

    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private THandler _handler = handler;

    internal override DispatchStatus Invoke(in TContext context, ReadOnlySpan<byte> payload)
    {
        if (!_parser.TryParse(payload, out TPacket? packet))
            return DispatchStatus.Malformed;

        try
        {
            _handler.Handle(in context, in packet);
        }
        finally
        {
            _parser.ReturnPacket(packet);
        }

        return DispatchStatus.Handled;
    }
}
