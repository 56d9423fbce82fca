using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Hosting;

/// <summary>The life of one client's connection: alone until the login, the tick thread's from then on, ended once, with the first reason.</summary>
/// <remarks>How packets are read, queued, encoded and sent is each server's own.</remarks>
internal abstract class ClientConnection(Socket socket, ServerLimits limits, ServerCounters counters) : IPacketSink
{
    private const int Alone = 0;
    private const int Joined = 1;
    private const int Closed = 2;

    private readonly Lock _aloneLock = new();
    private AllocationScope _scope;
    private SessionKeys? _keys;
    private bool _hasJoined;
    private bool _isReleased; // under the lock
    private int _phase;
    private int _reason;
    private long _lastReceived = Environment.TickCount64;
    private long _closedAt;
    private long _chatWindow;
    private int _chatInWindow;

    public long OpenedAt { get; } = Environment.TickCount64;

    /// <summary>When a packet was received last, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    public bool HasLoggedIn => Volatile.Read(ref _phase) != Alone;

    /// <summary>When the connection was ended; 0 if it was not.</summary>
    public long ClosedAt => Volatile.Read(ref _closedAt);

    public DisconnectReason Reason => (DisconnectReason)Volatile.Read(ref _reason);

    /// <summary>Whether the tick thread was told that it left, perhaps before it was let in. Tick thread only.</summary>
    public bool HasLeft { get; set; }

    /// <summary>Whether state gave way to newer state, so that the player must be told all it sees anew. Tick thread only.</summary>
    public bool NeedsAll { get; set; }

    /// <summary>Since when the last write takes, by <see cref="Environment.TickCount64"/>; 0 if none is under way. Tick thread only.</summary>
    public abstract long WritingSince { get; }

    protected Socket Socket => socket;

    protected ServerLimits Limits => limits;

    protected ServerCounters Counters => counters;

    /// <summary>How far the session has come. For the thread that receives.</summary>
    protected ulong State { get; private set; } = SessionStates.Connected;

    /// <summary>Opens what is received; <see langword="null"/> before there are keys.</summary>
    protected PacketOpener? Opener { get; private set; }

    /// <summary>Seals what is sent: under the lock while the connection is alone, later for whoever sends.</summary>
    protected PacketSealer? Sealer { get; private set; }

    /// <summary>Receives until the end, then waits until the peer has read why.</summary>
    public async Task Run()
    {
        try
        {
            await new PacketReceiver(socket, this, ProtocolLimits.ClientFrame).Run().ConfigureAwait(false);
            Close(DisconnectReason.PeerLeft);

            // A socket that is closed with bytes unread is reset, and the reason lost.
            byte[] ignored = new byte[1024];
            while (await socket.ReceiveAsync(ignored, SocketFlags.None).ConfigureAwait(false) > 0)
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
            Opener?.Dispose();
            if (!_hasJoined)
                Release();
        }
    }

    /// <summary>Closes the socket, which ends whatever waits on it.</summary>
    public void Abort() => socket.Dispose();

    /// <summary>Ends the connection, once: the first reason counts. Any thread.</summary>
    public void Close(DisconnectReason reason)
    {
        int phase = Interlocked.Exchange(ref _phase, Closed);
        if (phase == Closed)
            return;

        Volatile.Write(ref _reason, (int)reason);
        Volatile.Write(ref _closedAt, Math.Max(1, Environment.TickCount64));
        counters.AddDisconnect(reason);
        if (phase == Joined)
            PostLeave();
        else
            SayGoodbyeAlone(reason);
    }

    /// <summary>Gives back what the connection holds for sending, when nothing is sent any more. Again does nothing.</summary>
    public virtual void Release()
    {
        lock (_aloneLock)
        {
            _isReleased = true;
            Sealer?.Dispose();
            _keys?.Dispose();
        }
    }

    /// <summary>Forgets what waits to be sent. Tick thread only.</summary>
    public abstract void ClearOutbox();

    /// <summary>Hands over what waits, unless the last write takes still. One write for each call. Tick thread only.</summary>
    public abstract void Flush();

    /// <summary>Sends what waits still. Tick thread only, in each tick until it is done.</summary>
    /// <returns><see langword="false"/> if there is more to do.</returns>
    public abstract bool FinishSending();

    public abstract bool OnPacket(Span<byte> packet);

    public void OnRead(long bytes)
    {
        counters.AddIn(0, bytes);
        _scope = new AllocationScope(counters, AllocationKind.Packets);
    }

    public void OnReadEnd(int packets)
    {
        _scope.Dispose();
        counters.AddIn(packets, 0);
        if (packets > 0)
            Volatile.Write(ref _lastReceived, Environment.TickCount64); // parts of packets are no sign of life
    }

    public void OnBadFrame(FrameStatus status) =>
        Close(status == FrameStatus.TooLong ? DisconnectReason.FrameTooLong : DisconnectReason.Malformed);

    public void OnHello(Hello packet)
    {
        using var scope = new AllocationScope(counters, AllocationKind.Sessions);
        if (ServerHandshake.Answer(packet, out HelloAck answer) is not { } keys)
        {
            Close(DisconnectReason.BadHandshake);
            return;
        }

        lock (_aloneLock)
        {
            _keys = keys;
            Opener = new PacketOpener(keys.ClientToServer);
            Sealer = new PacketSealer(keys.ServerToClient, limits.RekeyAfter);
            State = SessionStates.Secured;
            TrySendAlone(new PacketHeader(Opcode.HelloAck, PacketFlags.Handshake), answer);
        }
    }

    public void OnLogin(Login packet)
    {
        using var scope = new AllocationScope(counters, AllocationKind.Sessions);
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
            _hasJoined = true;
            _keys.Dispose();
            State = SessionStates.Playing;
            PostJoin(packet.Name);
        }
    }

    /// <summary>Tells the tick thread that the player logged in, on the thread that receives.</summary>
    protected abstract void PostJoin(string name);

    /// <summary>Tells the tick thread that the player left. Any thread.</summary>
    protected abstract void PostLeave();

    /// <summary>Encodes and sends one packet at once. Nobody else sends.</summary>
    protected abstract void SendAlone(in PacketHeader header, IMessage message);

    /// <summary>Goes on, or ends the connection.</summary>
    /// <returns><see langword="false"/> if nothing more is to be received.</returns>
    protected bool GoOn(DisconnectReason reason)
    {
        if (reason != DisconnectReason.None)
            Close(reason);

        return Volatile.Read(ref _phase) != Closed;
    }

    /// <summary>Checks a packet's header, and opens its payload.</summary>
    /// <param name="header">The header.</param>
    /// <param name="payload">The payload, which is overwritten.</param>
    /// <param name="content">The plain payload, a part of <paramref name="payload"/>.</param>
    protected DisconnectReason Open(PacketHeader header, Span<byte> payload, out Span<byte> content)
    {
        content = payload;
        if (header.Protocol != ProtocolLimits.Protocol || header.Version != ProtocolLimits.Version)
            return DisconnectReason.WrongVersion;

        if (Opener is not { } opener)
            return header.Flags == PacketFlags.Handshake ? DisconnectReason.None : DisconnectReason.NotAllowed;

        return header.Flags == PacketFlags.Encrypted ? opener.Open(header, payload, out content).ToReason() : DisconnectReason.NotAllowed;
    }

    protected DisconnectReason CheckChat(string text)
    {
        int length = System.Text.Encoding.UTF8.GetByteCount(text);
        if (length is 0 or > ProtocolLimits.ChatText)
            return DisconnectReason.Malformed;

        long now = Environment.TickCount64;
        if (now - _chatWindow >= 1000)
        {
            _chatWindow = now;
            _chatInWindow = 0;
        }

        return ++_chatInWindow > limits.ChatPerSecond ? DisconnectReason.Flooding : DisconnectReason.None;
    }

    /// <summary>Tells the peer that nothing more is sent.</summary>
    protected void EndOutput()
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The peer is gone, which the receiver finds out.
        }
    }

    // The thread that receives may make the keys, or give them back, meanwhile.
    private void SayGoodbyeAlone(DisconnectReason reason)
    {
        using var scope = new AllocationScope(counters, AllocationKind.Sessions);
        lock (_aloneLock)
        {
            if (reason != DisconnectReason.PeerLeft && !_isReleased)
                TrySendAlone(new PacketHeader(Opcode.Disconnect, Sealer is null ? PacketFlags.Clear : PacketFlags.Encrypted), new Disconnect { Reason = reason });

            EndOutput();
        }
    }

    private void TrySendAlone(in PacketHeader header, IMessage message)
    {
        try
        {
            SendAlone(in header, message); // a few bytes, into an empty buffer of the system: does not wait
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // As above.
        }
    }
}
