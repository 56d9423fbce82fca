using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>The handlers, which are found by name.</summary>
internal sealed class BeforeHandlers(BeforeServer server)
{
    public DisconnectReason OnHello(BeforeContext<Hello> context, CancellationToken cancellationToken) =>
        context.Connection.OnHello(context.Packet);

    public DisconnectReason OnLogin(BeforeContext<Login> context, CancellationToken cancellationToken) =>
        context.Connection.OnLogin(context.Packet);

    public void OnPing(BeforeContext<Ping> context, CancellationToken cancellationToken) =>
        context.Connection.AddState(new BeforePacket(Opcode.Pong, BeforeWriter.Encode(new Pong { Token = context.Packet.Token })));

    public void OnInput(BeforeContext<Input> context, CancellationToken cancellationToken) =>
        server.Move(context.Connection, context.Packet);

    public void OnChat(BeforeContext<Chat> context, CancellationToken cancellationToken) =>
        server.Say(context.Connection, context.Packet.Text);
}
