using System.Net.Sockets;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>One client: what it sends, decrypted and read where it was received, and put before the next tick as values.</summary>
internal sealed partial class PooledConnection : ClientConnection
{
    private readonly PooledServer _server;
    private SpscRingQueue<InboundCommand>? _inbox; // made at the login, as the other queues: strangers cost little

    public PooledConnection(PooledServer server, Socket socket)
        : base(socket, server.Limits, server.Counters) => _server = server;

    public override bool OnPacket(Span<byte> packet) => GoOn(Handle(packet));

    public void Enqueue(in InboundCommand command)
    {
        if (!_inbox!.TryEnqueue(command))
            Close(DisconnectReason.Flooding);
    }

    public void OnChat(Chat packet)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Chat);
        DisconnectReason reason = CheckChat(packet.Text);
        if (reason == DisconnectReason.None)
            _server.Post(new ServerEvent(ServerEventKind.Chat, this, packet.Text));
        else
            Close(reason);
    }

    protected override void PostJoin(string name)
    {
        _inbox = new SpscRingQueue<InboundCommand>(Limits.Inbound);
        _outbox = new Outbox(Limits.OutboundState, Limits.OutboundReliable);
        _batch = new OutboundPacket[LargestBatch + WorldRules.MostVisible];
        _server.Post(new ServerEvent(ServerEventKind.Join, this, name));
    }

    protected override void PostLeave() => _server.Post(new ServerEvent(ServerEventKind.Leave, this));

    private DisconnectReason Handle(Span<byte> packet)
    {
        if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
            return DisconnectReason.Malformed;

        DisconnectReason reason = Open(header, packet[range], out Span<byte> payload);
        if (reason != DisconnectReason.None)
            return reason;

        return _server.Dispatcher.Dispatch(new PacketContext(this), header.Type, payload, State) switch
        {
            DispatchStatus.Handled => DisconnectReason.None,
            DispatchStatus.Unknown => DisconnectReason.UnknownOpcode,
            DispatchStatus.Filtered => DisconnectReason.NotAllowed,
            _ => DisconnectReason.Malformed,
        };
    }
}
