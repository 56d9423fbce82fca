using Google.Protobuf;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Before;

/// <summary>A client. Its packets are decoded with an array for each step, and queued as objects.</summary>
internal sealed partial class BeforeConnection(BeforeServer server, Session session) : IPacketSink, IPlayer
{
    private readonly PacketQueue<ReceivedPacket> _inbox = new(server.Limits.Inbound);
    private readonly PacketQueue<ReceivedPacket> _chats = new(server.Limits.ChatWaiting);
    private int _refusedChats; // refused texts that were not reported to the player yet

    public Session Session => session;

    public bool OnPacket(Span<byte> packet)
    {
        DisconnectReason reason = Handle(packet);
        if (reason != DisconnectReason.None)
            session.End(reason);

        return !session.Connection.IsClosed;
    }

    public void OnBadFrame(FrameStatus status) =>
        session.End(status == FrameStatus.TooLong ? DisconnectReason.FrameTooLong : DisconnectReason.Malformed);

    public void OnRead(int packets, long bytes) => session.Connection.OnRead(packets, bytes);

    public DisconnectReason OnHello(Hello packet) => session.OnHello(packet);

    public DisconnectReason OnLogin(Login packet)
    {
        DisconnectReason reason = session.OnLogin(packet);
        if (reason == DisconnectReason.None)
            server.Post(this);

        return reason;
    }

    private DisconnectReason Handle(Span<byte> packet)
    {
        if (!BeforeReader.TryRead(packet, out PacketHeader header, out byte[] payload))
            return DisconnectReason.Malformed;

        DisconnectReason reason = session.Open(header, payload, out Span<byte> content);
        if (reason != DisconnectReason.None)
            return reason;

        if (header.Flags == PacketFlags.Encrypted)
            payload = content.ToArray();

        reason = server.Dispatcher.Read(header.Type, payload, session.State, out IMessage? message);
        if (reason != DisconnectReason.None)
            return reason;

        if (header.Type is Opcode.Hello or Opcode.Login)
            return server.Dispatcher.Handle(server.Handlers, this, header.Type, message!);

        if (header.Type == Opcode.Chat)
            return HandOn((Chat)message!);

        return _inbox.TryAdd(new ReceivedPacket(header.Type, message!)) ? DisconnectReason.None : DisconnectReason.Flooding;
    }

    private DisconnectReason HandOn(Chat packet)
    {
        DisconnectReason reason = session.CheckChat(packet.Text, out bool isTaken);
        if (reason == DisconnectReason.None && !(isTaken && _chats.TryAdd(new ReceivedPacket(Opcode.Chat, packet))))
            Interlocked.Increment(ref _refusedChats);

        return reason;
    }
}
