using Pooling.Dispatch;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.GameServer.Transport;
using Pooling.GameServer.World;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>A client. Its packets are decrypted and read in the receive buffer, and queued for the next tick as values.</summary>
internal sealed partial class PooledConnection(PooledServer server, Session session) : IPacketSink, IPlayer
{
    private SpscRingQueue<InboundCommand>? _inbox; // created at login, like the other queues, so that unknown clients cost little
    private SpscRingQueue<string>? _chats; // the waiting texts
    private int _refusedChats; // refused texts that were not reported to the player yet

    public Session Session => session;

    public bool OnPacket(Span<byte> packet)
    {
        if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
            return End(DisconnectReason.Malformed);

        DisconnectReason reason = session.Open(header, packet[range], out Span<byte> payload);
        if (reason != DisconnectReason.None)
            return End(reason);

        return server.Dispatcher.Dispatch(new PacketContext(this), header.Type, payload, session.State) switch
        {
            DispatchStatus.Handled => !session.Connection.IsClosed,
            DispatchStatus.Unknown => End(DisconnectReason.UnknownOpcode),
            DispatchStatus.Filtered => End(DisconnectReason.NotAllowed),
            _ => End(DisconnectReason.Malformed),
        };
    }

    public void OnBadFrame(FrameStatus status) =>
        End(status == FrameStatus.TooLong ? DisconnectReason.FrameTooLong : DisconnectReason.Malformed);

    public void OnRead(int packets, long bytes) => session.Connection.OnRead(packets, bytes);

    public void OnHello(Hello packet) => EndIf(session.OnHello(packet));

    public void OnLogin(Login packet)
    {
        DisconnectReason reason = session.OnLogin(packet);
        if (reason == DisconnectReason.None)
        {
            _inbox = new SpscRingQueue<InboundCommand>(server.Limits.Inbound);
            _chats = new SpscRingQueue<string>(server.Limits.ChatWaiting);
            _allowance = new CommandAllowance(server.Limits.CommandsPerTick, server.Limits.CommandsAtOnce);
            _outbox = new Outbox(server.Limits.OutboundState, server.Limits.OutboundReliable);
            _batch = new OutboundPacket[LargestBatch + WorldRules.MaxVisible];
            reason = server.TryPost(this) ? reason : DisconnectReason.ServerBusy;
        }

        EndIf(reason);
    }

    public void OnCommand(in InboundCommand command)
    {
        if (!_inbox!.TryEnqueue(command))
            End(DisconnectReason.Flooding);
    }

    public void OnChat(Chat packet)
    {
        DisconnectReason reason = session.CheckChat(packet.Text, out bool isTaken);
        EndIf(reason);
        if (reason == DisconnectReason.None && !(isTaken && _chats!.TryEnqueue(packet.Text)))
            Interlocked.Increment(ref _refusedChats);
    }

    private void EndIf(DisconnectReason reason)
    {
        if (reason != DisconnectReason.None)
            End(reason);
    }

    private bool End(DisconnectReason reason)
    {
        session.End(reason);
        return false;
    }
}
