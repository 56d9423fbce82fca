using System.Net.Sockets;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>One client: what it sends, on the thread that received it.</summary>
/// <remarks>A connection begins alone. From its login on it belongs to the tick thread, and only the sender writes to its socket.</remarks>
internal sealed partial class PooledConnection : IPacketSink
{
    private const int Alone = 0;
    private const int Joined = 1;
    private const int Closed = 2;

    private readonly PooledServer _server;
    private readonly Socket _socket;
    private readonly SpscRingQueue<InboundCommand> _inbox;
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

    public PooledConnection(PooledServer server, Socket socket)
    {
        _server = server;
        _socket = socket;
        _inbox = new SpscRingQueue<InboundCommand>(server.Limits.Inbound);
        _sender = new PacketSender();
        Outbox = new Outbox(server.Limits.OutboundState, server.Limits.OutboundReliable);
    }

    public long OpenedAt { get; } = Environment.TickCount64;

    /// <summary>When something was received last, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    public bool HasLoggedIn => Volatile.Read(ref _phase) != Alone;

    /// <summary>When the connection was ended; 0 if it was not.</summary>
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
            _server.Post(new ServerEvent(ServerEventKind.Leave, this));
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
        if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
            return DisconnectReason.Malformed;

        if (header.Protocol != ProtocolLimits.Protocol || header.Version != ProtocolLimits.Version)
            return DisconnectReason.WrongVersion;

        Span<byte> payload = packet[range];
        if (_opener is { } opener)
        {
            if (header.Flags != PacketFlags.Encrypted)
                return DisconnectReason.NotAllowed;

            OpenStatus opened = opener.Open(header, payload, out payload);
            if (opened != OpenStatus.Opened)
                return opened.ToReason();
        }
        else if (header.Flags != PacketFlags.Handshake)
        {
            return DisconnectReason.NotAllowed;
        }

        return _server.Dispatcher.Dispatch(new PacketContext(this), header.Type, payload, _state) switch
        {
            DispatchStatus.Handled => DisconnectReason.None,
            DispatchStatus.Unknown => DisconnectReason.UnknownOpcode,
            DispatchStatus.Filtered => DisconnectReason.NotAllowed,
            _ => DisconnectReason.Malformed,
        };
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
            _server.Post(new ServerEvent(ServerEventKind.Join, this, packet.Name));
        }
    }

    public void Enqueue(in InboundCommand command)
    {
        if (!_inbox.TryEnqueue(command))
            Close(DisconnectReason.Flooding);
    }

    public void OnChat(Chat packet)
    {
        using var scope = new AllocationScope(_server.Counters, AllocationKind.Chat);
        int length = System.Text.Encoding.UTF8.GetByteCount(packet.Text);
        if (length is 0 or > ProtocolLimits.ChatText)
        {
            Close(DisconnectReason.Malformed);
            return;
        }

        long now = Environment.TickCount64;
        if (now - _chatWindow >= 1000)
        {
            _chatWindow = now;
            _chatInWindow = 0;
        }

        if (++_chatInWindow > _server.Limits.ChatPerSecond)
            Close(DisconnectReason.Flooding);
        else
            _server.Post(new ServerEvent(ServerEventKind.Chat, this, packet.Text));
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
        using PooledLease<PooledArrayBufferWriter> lease = PooledArrayBufferWriter.Rent();
        OutboundWriter.Write(lease.Value, in header, message, _sealer);
        try
        {
            _socket.Send(lease.Value.WrittenSpan); // a few bytes, into an empty buffer of the system: does not wait
            _server.Counters.AddOut(1, lease.Value.WrittenCount);
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
