namespace Pooling.Dispatch;

/// <summary>Calls a delegate: the second indirect call of handlers that are given as one.</summary>
internal readonly struct DelegateHandler<TContext, TPacket>(PacketHandler<TContext, TPacket> handler) : IOpcodeHandler<TContext, TPacket>
{
    public void Handle(in TContext context, in TPacket packet) => handler(in context, in packet);
}
