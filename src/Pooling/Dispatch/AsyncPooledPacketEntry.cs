using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose packets are returned to their pool when the asynchronous handler has completed or thrown.</summary>
internal sealed class AsyncPooledPacketEntry<TContext, TPacket, TParser,
    THandler>(TParser parser, THandler handler) : AsyncOpcodeEntry<TContext>
    where TParser : struct, IPooledPacketParser<TPacket>
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
        if (!_parser.TryParse(payload.Span, out TPacket? packet))
            return DispatchStatus.Malformed;

        bool isPending = false;
        try
        {
            ValueTask handling = _handler.HandleAsync(context, packet, cancellationToken);
            if (handling.IsCompleted)
            {
                handling.GetAwaiter().GetResult(); // throws the handler's exception
            }
            else
            {
                pending = EndAsync(handling, packet);
                isPending = true;
            }
        }
        finally
        {
            if (!isPending)
                _parser.ReturnPacket(packet);
        }

        return DispatchStatus.Handled;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask EndAsync(ValueTask handling, TPacket packet)
    {
        try
        {
            await handling.ConfigureAwait(false);
        }
        finally
        {
            _parser.ReturnPacket(packet);
        }
    }
}
