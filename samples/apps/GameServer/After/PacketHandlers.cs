using Pooling.Dispatch;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.After;

/// <summary>Starts the session.</summary>
internal readonly struct HelloHandler : IOpcodeHandler<PacketContext, Hello>
{
    public void Handle(in PacketContext context, in Hello packet) => context.Connection.OnHello(packet);
}

/// <summary>Logs the player in.</summary>
internal readonly struct LoginHandler : IOpcodeHandler<PacketContext, Login>
{
    public void Handle(in PacketContext context, in Login packet) => context.Connection.OnLogin(packet);
}

/// <summary>Queues a step for the next tick.</summary>
internal readonly struct InputHandler : IOpcodeHandler<PacketContext, Input>
{
    public void Handle(in PacketContext context, in Input packet) =>
        context.Connection.OnCommand(new InboundCommand(Opcode.Input, packet.Sequence, packet.Dx, packet.Dy));
}

/// <summary>Queues a ping for the next tick, so that its answer includes the time until that tick.</summary>
internal readonly struct PingHandler : IOpcodeHandler<PacketContext, Ping>
{
    public void Handle(in PacketContext context, in Ping packet) =>
        context.Connection.OnCommand(new InboundCommand(Opcode.Ping, packet.Token));
}

/// <summary>Queues a chat text.</summary>
internal readonly struct ChatHandler : IOpcodeHandler<PacketContext, Chat>
{
    public void Handle(in PacketContext context, in Chat packet) => context.Connection.OnChat(packet);
}
