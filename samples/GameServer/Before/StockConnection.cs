using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>One client: what it sends, by an array for each step, as objects in a queue.</summary>
internal sealed partial class StockConnection : ClientConnection
{
    private readonly StockServer _server;
    private readonly PacketQueue<ReceivedPacket> _inbox;

    public StockConnection(StockServer server, Socket socket)
        : base(socket, server.Limits, server.Counters)
    {
        _server = server;
        _inbox = new PacketQueue<ReceivedPacket>(Limits.Inbound);
        Outbox = new StockOutbox(Limits.OutboundState, Limits.OutboundReliable);
    }

    public override bool OnPacket(Span<byte> packet) => GoOn(Handle(packet));

    protected override void PostJoin(string name) => _server.Post(StockEvent.Join(this, name));

    protected override void PostLeave() => _server.Post(StockEvent.Leave(this));

    private DisconnectReason Handle(Span<byte> packet)
    {
        Packet envelope;
        try
        {
            envelope = Packet.Parser.ParseFrom(packet.ToArray());
        }
        catch (InvalidProtocolBufferException)
        {
            return DisconnectReason.Malformed;
        }

        if (envelope.Header is not { } parts)
            return DisconnectReason.WrongVersion;

        if (parts.Type > ushort.MaxValue || parts.Flags > byte.MaxValue || parts.Protocol > byte.MaxValue || parts.Version > byte.MaxValue)
            return DisconnectReason.Malformed;

        var header = new PacketHeader((ushort)parts.Type, (byte)parts.Flags, (byte)parts.Protocol, (byte)parts.Version);
        byte[] payload = envelope.Payload.ToByteArray();
        DisconnectReason reason = Open(header, payload, out Span<byte> content);
        if (reason != DisconnectReason.None)
            return reason;

        if (header.Flags == PacketFlags.Encrypted)
            payload = content.ToArray();

        reason = _server.Dispatcher.Read(header.Type, payload, State, out IMessage? message);
        if (reason != DisconnectReason.None)
            return reason;

        if (header.Type is Opcode.Hello or Opcode.Login)
            _server.Dispatcher.Handle(_server.Handlers, this, header.Type, message!);
        else if (header.Type == Opcode.Chat)
            return HandOn((Chat)message!);
        else if (!_inbox.TryAdd(new ReceivedPacket(header.Type, message!)))
            return DisconnectReason.Flooding;

        return DisconnectReason.None;
    }

    private DisconnectReason HandOn(Chat packet)
    {
        DisconnectReason reason = CheckChat(packet.Text);
        if (reason == DisconnectReason.None)
            _server.Post(StockEvent.Chat(this, packet));

        return reason;
    }
}
