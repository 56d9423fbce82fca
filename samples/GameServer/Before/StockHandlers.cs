using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>The handlers, which are found by name.</summary>
internal sealed class StockHandlers(StockServer server)
{
    public DisconnectReason OnHello(StockContext<Hello> context, CancellationToken cancellationToken) =>
        context.Connection.OnHello(context.Packet);

    public DisconnectReason OnLogin(StockContext<Login> context, CancellationToken cancellationToken) =>
        context.Connection.OnLogin(context.Packet);

    public void OnPing(StockContext<Ping> context, CancellationToken cancellationToken) =>
        context.Connection.AddState(new StockPacket(Opcode.Pong, StockWriter.Encode(new Pong { Token = context.Packet.Token })));

    public void OnInput(StockContext<Input> context, CancellationToken cancellationToken) =>
        server.Move(context.Connection, context.Packet);

    public void OnChat(StockContext<Chat> context, CancellationToken cancellationToken) =>
        server.Say(context.Connection, context.Packet.Text);
}
