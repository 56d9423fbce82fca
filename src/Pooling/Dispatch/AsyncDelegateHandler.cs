namespace Pooling.Dispatch;

/// <summary>Calls a delegate: the second indirect call for handlers that are delegates.</summary>
internal readonly struct AsyncDelegateHandler<TContext, TPacket>(AsyncPacketHandler<TContext, TPacket> handler)
    : IAsyncOpcodeHandler<TContext, TPacket>
{
    public ValueTask HandleAsync(TContext context, TPacket packet, CancellationToken cancellationToken) =>
        handler(context, packet, cancellationToken);
}
