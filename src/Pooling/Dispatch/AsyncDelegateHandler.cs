namespace Pooling.Dispatch;

/// <summary>Calls a delegate: the second indirect call of handlers that are given as one.</summary>
internal readonly struct AsyncDelegateHandler<TContext, TPacket>(AsyncPacketHandler<TContext, TPacket> handler)
    : IAsyncOpcodeHandler<TContext, TPacket>
{
    public ValueTask HandleAsync(TContext context, TPacket packet, CancellationToken cancellationToken) =>
        handler(context, packet, cancellationToken);
}
