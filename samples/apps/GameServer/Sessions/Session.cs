using Google.Protobuf;
using Pooling.GameServer.Connections;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Sessions;

/// <summary>The conversation over a connection until the client plays: hello, answer, login, and the reason for the end.</summary>
/// <remarks>
/// <para>The state only advances: Connected, Greeted, Secured, Joining, Playing (<see cref="SessionStates"/>). The receiving thread makes
/// each step except two: the handshake thread makes it Secured, and the tick thread makes it Playing.</para>
/// <para>Until the client plays, packets are sent under the lock; from then on, the player's sender is the only user of
/// <see cref="Sealer"/>.</para>
/// </remarks>
internal sealed class Session(Connection connection, HandshakeQueue handshakes, ServerLimits limits)
{
    private readonly Lock _lock = new();
    // Set when the session is released or aborted.
    private readonly TaskCompletionSource _isOver = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private PacketOpener? _opener;
    private SessionKeys? _keys;
    private RateWindow _chats; // receiving thread only
    private PacketHeader _hello; // the header of the client's hello
    private ulong _state = SessionStates.Connected;
    private bool _isReleased; // guarded by the lock

    public Connection Connection => connection;

    public ulong State => Volatile.Read(ref _state); // pairs with the writes that advance the state

    /// <summary>The player's name; empty before the login.</summary>
    public string Name { get; private set; } = "";

    /// <summary>Encrypts what is sent to a player.</summary>
    public PacketSealer? Sealer { get; private set; }

    /// <summary>Receives until the end, then waits until the peer has read the reason.</summary>
    public async Task Run(IPacketSink sink)
    {
        try
        {
            await connection.Receive(sink).ConfigureAwait(false);
            End(DisconnectReason.PeerLeft);
            await connection.Drain().ConfigureAwait(false);
            if (State == SessionStates.Playing && connection.Reason != DisconnectReason.PeerLeft)
                await _isOver.Task.ConfigureAwait(false); // the peer ended its half, but it may still read the reason
        }
        catch (Exception exception) when (exception is System.Net.Sockets.SocketException or ObjectDisposedException)
        {
            End(DisconnectReason.PeerLeft);
        }
        catch (Exception)
        {
            End(DisconnectReason.ServerFault);
            throw;
        }
        finally
        {
            connection.Abort();
            _opener?.Dispose();
            if (State != SessionStates.Playing)
                Release();
        }
    }

    /// <summary>Checks a packet's header, and decrypts its payload. Receiving thread only.</summary>
    /// <param name="header">The header.</param>
    /// <param name="payload">The payload, which is overwritten.</param>
    /// <param name="content">The decrypted payload, a part of <paramref name="payload"/>.</param>
    public DisconnectReason Open(PacketHeader header, Span<byte> payload, out Span<byte> content)
    {
        content = payload;
        if (header.Protocol != ProtocolLimits.Protocol || header.Version != ProtocolLimits.Version)
            return DisconnectReason.WrongVersion;

        ulong state = State;
        if (state is SessionStates.Connected)
        {
            _hello = header;
            return header.Flags == PacketFlags.Handshake ? DisconnectReason.None : DisconnectReason.NotAllowed;
        }

        if (state is SessionStates.Greeted || header.Flags != PacketFlags.Encrypted)
            return DisconnectReason.NotAllowed;

        return _opener!.Open(header, payload, out content).ToReason();
    }

    /// <summary>Queues a hello for an answer.</summary>
    public DisconnectReason OnHello(Hello packet)
    {
        if (!SessionKeys.IsHandshake(packet.PublicKey.Span, packet.Random.Span))
            return DisconnectReason.BadHandshake;

        Volatile.Write(ref _state, SessionStates.Greeted);
        return handshakes.TryAdd(this, packet.PublicKey, packet.Random) ? DisconnectReason.None : DisconnectReason.ServerBusy;
    }

    /// <summary>Computes and sends the answer to the hello. On the handshake thread.</summary>
    public void Answer(ByteString publicKey, ByteString random)
    {
        var header = new PacketHeader(Opcode.HelloAck, PacketFlags.Handshake);
        if (ServerHandshake.Answer(publicKey.Span, random.Span, new HandshakeHeaders(_hello, header), out HelloAck answer) is not { } keys)
        {
            End(DisconnectReason.BadHandshake);
            return;
        }

        lock (_lock)
        {
            if (connection.IsClosed)
            {
                keys.Dispose();
                return;
            }

            _keys = keys;
            _opener = new PacketOpener(keys.ClientToServer, limits.MinPacketsPerKey);
            Sealer = new PacketSealer(keys.ServerToClient, limits.RekeyAfter);
            Volatile.Write(ref _state, SessionStates.Secured); // pairs with the read of State, after which the opener is used
            connection.TrySend(PacketFrame.Create(in header, answer, sealer: null));
        }
    }

    /// <summary>Checks a login.</summary>
    /// <returns>The reason why it is refused; if it is not refused, the tick thread decides next.</returns>
    public DisconnectReason OnLogin(Login packet)
    {
        if (!_keys!.Confirms(ofServer: false, packet.Confirmation.Span))
            return DisconnectReason.BadHandshake;

        DisconnectReason reason = PlayerText.CheckName(packet.Name);
        if (reason != DisconnectReason.None)
            return reason;

        Name = packet.Name;
        Volatile.Write(ref _state, SessionStates.Joining);
        return DisconnectReason.None;
    }

    /// <summary>Changes the state to Playing. Tick thread only.</summary>
    /// <returns><see langword="false"/> if the connection has ended.</returns>
    public bool TryPlay()
    {
        lock (_lock)
        {
            if (connection.IsClosed)
                return false;

            _keys!.Dispose();
            Volatile.Write(ref _state, SessionStates.Playing); // pairs with the read of State: the player's queues exist
            return true;
        }
    }

    /// <summary>Checks a chat text. Receiving thread only.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isTaken">Whether there is room for it, including among those of its address.</param>
    /// <returns>The reason why the connection ends, if it does.</returns>
    public DisconnectReason CheckChat(string text, out bool isTaken)
    {
        isTaken = false;
        DisconnectReason reason = PlayerText.CheckChat(text);
        if (reason != DisconnectReason.None)
            return reason;

        long now = Environment.TickCount64;
        if (!_chats.TryAdd(now, limits.ChatPerSecond))
            return DisconnectReason.Flooding;

        isTaken = connection.Address.TryChat(now, limits.ChatPerSecond);
        return DisconnectReason.None;
    }

    /// <summary>Ends the session once, with the first reason. Any thread.</summary>
    /// <remarks>The tick thread notifies a player in its next tick; any other client is notified here.</remarks>
    public void End(DisconnectReason reason)
    {
        lock (_lock)
        {
            if (!connection.Close(reason) || _state == SessionStates.Playing)
                return;

            if (reason != DisconnectReason.PeerLeft && !_isReleased)
            {
                var header = new PacketHeader(Opcode.Disconnect, Sealer is null ? PacketFlags.Clear : PacketFlags.Encrypted);
                connection.TrySend(PacketFrame.Create(in header, new Disconnect { Reason = reason }, Sealer));
            }

            connection.EndOutput();
        }
    }

    /// <summary>Closes the socket, which ends all pending operations.</summary>
    public void Abort()
    {
        connection.Abort();
        _isOver.TrySetResult();
    }

    /// <summary>Erases the keys, after the last packet was sent. Calling it again has no effect.</summary>
    public void Release()
    {
        lock (_lock)
        {
            _isReleased = true;
            Sealer?.Dispose();
            _keys?.Dispose();
        }

        _isOver.TrySetResult();
    }
}
