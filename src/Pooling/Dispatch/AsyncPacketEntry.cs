using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>An opcode whose parser and asynchronous handler are compiled into this one method.</summary>
internal sealed class AsyncPacketEntry<TContext, TPacket, TParser, THandler>(TParser parser, THandler handler) : AsyncOpcodeEntry<TContext>
    where TParser : struct, IMemoryPacketParser<TPacket>
    where THandler : struct, IAsyncOpcodeHandler<TContext, TPacket>
{
    // Not readonly: a call through a readonly field of a struct that is not readonly works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser = parser;

    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private THandler _handler = handler;

    internal override DispatchStatus Begin(TContext context, ReadOnlyMemory<byte> payload, out ValueTask pending,
        CancellationToken cancellationToken)
    {
        pending = default;
        if (!_parser.TryParse(payload, out TPacket? packet))
            return DispatchStatus.Malformed;

        pending = _handler.HandleAsync(context, packet, cancellationToken);
        return DispatchStatus.Handled;
    }
}
