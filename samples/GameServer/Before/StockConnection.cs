using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Before;

/// <summary>One client: what it sends, on the thread that received it.</summary>
internal sealed partial class StockConnection : IPacketSink
{
    private const int Alone = 0;
    private const int Joined = 1;
    private const int Closed = 2;

    private readonly StockServer _server;
    private readonly Socket _socket;
    private readonly PacketQueue<ReceivedPacket> _inbox;
    private AllocationScope _scope;
    private PacketOpener? _opener;
    private PacketSealer? _sealer;
    private SessionKeys? _keys;
    private ulong _state = SessionStates.Connected;
    private int _phase;
    private int _reason;
    private long _lastReceived = Environment.TickCount64;
    private long _closedAt;
    private long _chatWindow;
    private int _chatInWindow;

    public StockConnection(StockServer server, Socket socket)
    {
        _server = server;
        _socket = socket;
        _inbox = new PacketQueue<ReceivedPacket>(server.Limits.Inbound);
        Outbox = new StockOutbox(server.Limits.OutboundState, server.Limits.OutboundReliable);
    }

    public long OpenedAt { get; } = Environment.TickCount64;

    public long LastReceived => Volatile.Read(ref _lastReceived);

    public bool HasLoggedIn => Volatile.Read(ref _phase) != Alone;

    public long ClosedAt => Volatile.Read(ref _closedAt);

    public DisconnectReason Reason => (DisconnectReason)Volatile.Read(ref _reason);

    /// <summary>Receives until the end, then waits until the peer has read why.</summary>
    public async Task Run()
    {
        try
        {
            await new PacketReceiver(_socket, this, ProtocolLimits.ClientFrame).Run().ConfigureAwait(false);
            Close(DisconnectReason.PeerLeft);

            // A socket that is closed with bytes unread is reset, and the reason lost.
            byte[] ignored = new byte[1024];
            while (await _socket.ReceiveAsync(ignored, SocketFlags.None).ConfigureAwait(false) > 0)
            {
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            Close(DisconnectReason.PeerLeft);
        }
        catch (Exception)
        {
            Close(DisconnectReason.ServerFault);
            throw;
        }
        finally
        {
            Abort();
            _opener?.Dispose();
            _server.Forget(this);
        }
    }

    /// <summary>Closes the socket, which ends whatever waits on it.</summary>
    public void Abort() => _socket.Dispose();

    /// <summary>Ends the connection, once: the first reason counts. Any thread.</summary>
    public void Close(DisconnectReason reason)
    {
        int phase = Interlocked.Exchange(ref _phase, Closed);
        if (phase == Closed)
            return;

        Volatile.Write(ref _reason, (int)reason);
        Volatile.Write(ref _closedAt, Math.Max(1, Environment.TickCount64));
        _server.Counters.AddDisconnect(reason);
        if (phase == Joined)
            _server.Post(StockEvent.Leave(this));
        else
            SayGoodbyeAlone(reason);
    }

    public void OnRead(long bytes)
    {
        Volatile.Write(ref _lastReceived, Environment.TickCount64);
        _server.Counters.AddIn(0, bytes);
        _scope = new AllocationScope(_server.Counters, AllocationKind.Packets);
    }

    public void OnReadEnd(int packets)
    {
        _scope.Dispose();
        _server.Counters.AddIn(packets, 0);
    }

    public void OnBadFrame(FrameStatus status) =>
        Close(status == FrameStatus.TooLong ? DisconnectReason.FrameTooLong : DisconnectReason.Malformed);

    public bool OnPacket(Span<byte> packet)
    {
        DisconnectReason reason = Handle(packet);
        if (reason != DisconnectReason.None)
            Close(reason);

        return Volatile.Read(ref _phase) != Closed;
    }

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

        Header? parts = envelope.Header;
        if (parts is null || parts.Protocol != ProtocolLimits.Protocol || parts.Version != ProtocolLimits.Version)
            return DisconnectReason.WrongVersion;

        if (parts.Type > ushort.MaxValue || parts.Flags > byte.MaxValue)
            return DisconnectReason.Malformed;

        var header = new PacketHeader((ushort)parts.Type, (byte)parts.Flags);
        byte[] payload = envelope.Payload.ToByteArray();
        if (_opener is { } opener)
        {
            if (header.Flags != PacketFlags.Encrypted)
                return DisconnectReason.NotAllowed;

            OpenStatus opened = opener.Open(header, payload, out Span<byte> content);
            if (opened != OpenStatus.Opened)
                return opened.ToReason();

            payload = content.ToArray();
        }
        else if (header.Flags != PacketFlags.Handshake)
        {
            return DisconnectReason.NotAllowed;
        }

        DisconnectReason reason = _server.Dispatcher.Read(header.Type, payload, _state, out IMessage? message);
        if (reason != DisconnectReason.None)
            return reason;

        if (header.Type is Opcode.Hello or Opcode.Login)
            _server.Dispatcher.Handle(_server.Handlers, this, header.Type, message!);
        else if (header.Type == Opcode.Chat)
            return CheckChat((Chat)message!);
        else if (!_inbox.TryAdd(new ReceivedPacket(header.Type, message!)))
            return DisconnectReason.Flooding;

        return DisconnectReason.None;
    }

    private DisconnectReason CheckChat(Chat packet)
    {
        int length = System.Text.Encoding.UTF8.GetByteCount(packet.Text);
        if (length is 0 or > ProtocolLimits.ChatText)
            return DisconnectReason.Malformed;

        long now = Environment.TickCount64;
        if (now - _chatWindow >= 1000)
        {
            _chatWindow = now;
            _chatInWindow = 0;
        }

        if (++_chatInWindow > _server.Limits.ChatPerSecond)
            return DisconnectReason.Flooding;

        _server.Post(StockEvent.Chat(this, packet));
        return DisconnectReason.None;
    }

    // --- what the handlers call ---

    public void OnHello(Hello packet)
    {
        using var scope = new AllocationScope(_server.Counters, AllocationKind.Sessions);
        if (ServerHandshake.Answer(packet, out HelloAck answer) is not { } keys)
        {
            Close(DisconnectReason.BadHandshake);
            return;
        }

        _keys = keys;
        _opener = new PacketOpener(keys.ClientToServer);
        _sealer = new PacketSealer(keys.ServerToClient, _server.Limits.RekeyAfter);
        _state = SessionStates.Secured;
        SendAlone(new PacketHeader(Opcode.HelloAck, PacketFlags.Handshake), answer);
    }

    public void OnLogin(Login packet)
    {
        using var scope = new AllocationScope(_server.Counters, AllocationKind.Sessions);
        int length = System.Text.Encoding.UTF8.GetByteCount(packet.Name);
        if (!_keys!.Confirms(ofServer: false, packet.Confirmation.Span))
        {
            Close(DisconnectReason.BadHandshake);
        }
        else if (length is 0 or > ProtocolLimits.Name)
        {
            Close(DisconnectReason.Malformed);
        }
        else if (Interlocked.CompareExchange(ref _phase, Joined, Alone) == Alone)
        {
            _keys = null;
            _state = SessionStates.Playing;
            _server.Post(StockEvent.Join(this, packet.Name));
        }
    }

    // --- before the login, when nobody else writes to the socket ---

    private void SayGoodbyeAlone(DisconnectReason reason)
    {
        using var scope = new AllocationScope(_server.Counters, AllocationKind.Sessions);
        if (reason != DisconnectReason.PeerLeft)
            SendAlone(new PacketHeader(Opcode.Disconnect, _sealer is null ? PacketFlags.Clear : PacketFlags.Encrypted), new Disconnect { Reason = reason });

        EndOutput();
    }

    private void SendAlone(in PacketHeader header, IMessage message)
    {
        byte[] frame = StockWriter.Frame(in header, StockWriter.Encode(message), _sealer);
        try
        {
            _socket.Send(frame); // a few bytes, into an empty buffer of the system: does not wait
            _server.Counters.AddOut(1, frame.Length);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The peer is gone, which the receiver finds out.
        }
    }

    private void EndOutput()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // As above.
        }
    }
}
