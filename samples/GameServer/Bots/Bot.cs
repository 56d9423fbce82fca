using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.After;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Bots;

/// <summary>A player that walks, chats and checks what it is told.</summary>
/// <remarks>One thread sends; what it receives comes on threads of the pool.</remarks>
internal sealed class Bot : IPacketSink, IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly PooledArrayBufferWriter _output = new();
    private readonly ECDiffieHellman _pair = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
    private readonly byte[] _random = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
    private readonly TaskCompletionSource _handshake = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _login = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Input _input = new();
    private readonly Chat _chat = new();
    private readonly Ping _ping = new();
    private readonly BotSight _sight = new();
    private readonly Action<long>? _onPong;
    private PacketOpener? _opener;
    private PacketSealer? _sealer;
    private SessionKeys? _keys;
    private Task _receiving = Task.CompletedTask;
    private ulong _lastChat;

    /// <param name="number">Its number, of which its name and its way are made.</param>
    /// <param name="onPong">Is told the tokens that come back.</param>
    public Bot(int number, Action<long>? onPong = null)
    {
        Name = $"bot-{number}";
        Walk = new BotWalk(number);
        _onPong = onPong;
    }

    public string Name { get; }

    public BotWalk Walk { get; }

    public BotCounters Counters { get; } = new();

    public BotSight Sight => _sight;

    public uint Entity { get; private set; }

    /// <summary>Why the server ended the connection; <see cref="DisconnectReason.None"/> if it did not say.</summary>
    public DisconnectReason Reason { get; private set; }

    /// <summary>Whether the connection is over.</summary>
    public bool HasEnded => _receiving.IsCompleted;

    /// <summary>Called for each chat message, on a thread of the pool.</summary>
    public Action<ChatMessage>? OnChatMessage { get; set; }

    /// <summary>Ends when the connection is over.</summary>
    public Task Ended => _receiving;

    /// <summary>Connects and logs in.</summary>
    /// <exception cref="IOException">The server refused, or is not what it says.</exception>
    public async Task Connect(EndPoint server, CancellationToken cancellationToken = default)
    {
        await Begin(server, saysHello: true, cancellationToken).ConfigureAwait(false);
        await _handshake.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
        Send(Opcode.Login, new Login { Name = Name, Confirmation = UnsafeByteOperations.UnsafeWrap(_keys!.Confirmation(ofServer: false)) });
        await _login.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Connects, and begins the handshake or not.</summary>
    public async Task Begin(EndPoint server, bool saysHello, CancellationToken cancellationToken)
    {
        await _socket.ConnectAsync(server, cancellationToken).ConfigureAwait(false);
        _receiving = Receive();
        if (!saysHello)
            return;

        var hello = new Hello
        {
            PublicKey = UnsafeByteOperations.UnsafeWrap(SessionKeys.ExportPublicKey(_pair)),
            Random = UnsafeByteOperations.UnsafeWrap(_random),
        };
        Send(new PacketHeader(Opcode.Hello, PacketFlags.Handshake), hello);
    }

    /// <summary>Walks a step.</summary>
    public void SendInput()
    {
        (_input.Sequence, _input.Dx, _input.Dy) = Walk.Step();
        Send(Opcode.Input, _input);
    }

    public void SendChat(string text)
    {
        _chat.Text = text;
        Send(Opcode.Chat, _chat);
    }

    public void SendPing(long token)
    {
        _ping.Token = (ulong)token;
        Send(Opcode.Ping, _ping);
    }

    /// <summary>Sends a byte of a packet that never gets complete.</summary>
    public void SendPart(bool isFirst) => SendBytes([isFirst ? (byte)127 : (byte)0]);

    /// <summary>Sends what is no frame.</summary>
    public void SendRubbish() => SendBytes([0]);

    /// <summary>Sends nothing more, and lets the server end the connection.</summary>
    public void EndOutput() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>Ends the connection as a process does that is killed: the server is not told, it finds out.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        _socket.Dispose();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _opener?.Dispose();
        _sealer?.Dispose();
        _keys?.Dispose();
        _output.Dispose();
        _pair.Dispose();
    }

    /// <summary>Ends the connection and waits until nothing more is received.</summary>
    public async Task Leave()
    {
        _socket.Dispose();
        await _receiving.ConfigureAwait(false);
    }

    void IPacketSink.OnRead(long bytes)
    {
    }

    void IPacketSink.OnReadEnd(int packets)
    {
    }

    void IPacketSink.OnBadFrame(FrameStatus status) => Fail($"a frame is {status}");

    bool IPacketSink.OnPacket(Span<byte> packet)
    {
        if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
            return Fail("a packet is malformed");

        Span<byte> payload = packet[range];
        if (header.Flags == PacketFlags.Encrypted)
        {
            OpenStatus status = _opener is { } opener ? opener.Open(header, payload, out payload) : OpenStatus.Malformed;
            if (status != OpenStatus.Opened)
                return Fail($"a payload is {status}");
        }
        else if (header.Type is not (Opcode.HelloAck or Opcode.Disconnect))
        {
            return Fail($"packet {header.Type:X} is not encrypted");
        }

        Handle(header.Type, payload);
        return true;
    }

    private async Task Receive()
    {
        try
        {
            await new PacketReceiver(_socket, this, ProtocolLimits.ServerFrame).Run().ConfigureAwait(false);
        }
        finally
        {
            Fail("the server ended the connection");
        }
    }

    private bool Fail(string message)
    {
        var exception = new IOException(Reason == DisconnectReason.None ? $"{Name}: {message}" : $"{Name}: the server ended the connection: {Reason}");
        _handshake.TrySetException(exception);
        _login.TrySetException(exception);
        return false;
    }

    private void Handle(ushort type, ReadOnlySpan<byte> payload)
    {
        switch (type)
        {
            case Opcode.StateUpdate:
                Counters.Updates++;
                if (!_sight.Update(payload))
                    Counters.LateUpdates++;

                break;

            case Opcode.StateAck:
                StateAck ack = _sight.ReadAck(payload);
                Counters.Acks++;
                if (!Walk.IsRight(ack.Sequence, ack.X, ack.Y))
                    Counters.WrongAcks++;

                break;

            case Opcode.StateAdd:
                _sight.Add(payload);
                break;

            case Opcode.StateRemove:
                _sight.Remove(payload);
                break;

            case Opcode.ChatMessage:
                OnChat(ChatMessage.Parser.ParseFrom(payload));
                break;

            case Opcode.Pong:
                Counters.Pongs++;
                _onPong?.Invoke((long)Pong.Parser.ParseFrom(payload).Token);
                break;

            case Opcode.HelloAck:
                OnHelloAck(HelloAck.Parser.ParseFrom(payload));
                break;

            case Opcode.LoginResult:
                var result = LoginResult.Parser.ParseFrom(payload);
                Entity = result.Entity;
                Walk.Start(result.X, result.Y);
                _login.TrySetResult();
                break;

            case Opcode.Disconnect:
                Reason = Disconnect.Parser.ParseFrom(payload).Reason;
                break;

            default:
                Fail($"the server sent a packet of type {type:X}");
                break;
        }
    }

    private void OnHelloAck(HelloAck answer)
    {
        var keys = SessionKeys.Derive(_pair, isServer: false, _random, answer.PublicKey.Span, answer.Random.Span);
        if (!keys.Confirms(ofServer: true, answer.Confirmation.Span))
        {
            Fail("the server has other keys");
            return;
        }

        _keys = keys;
        _opener = new PacketOpener(keys.ServerToClient);
        _sealer = new PacketSealer(keys.ClientToServer);
        _handshake.TrySetResult();
    }

    private void OnChat(ChatMessage message)
    {
        Counters.ChatsReceived++;
        if (_lastChat != 0 && message.Number != _lastChat + 1)
            Counters.ChatGaps++;

        _lastChat = message.Number;
        OnChatMessage?.Invoke(message);
    }

    private void Send(ushort type, IMessage message) => Send(new PacketHeader(type, PacketFlags.Encrypted), message);

    private void Send(in PacketHeader header, IMessage message)
    {
        _output.ResetWrittenCount();
        OutboundWriter.Write(_output, in header, message, _sealer);
        SendBytes(_output.WrittenSpan);
    }

    private void SendBytes(ReadOnlySpan<byte> bytes)
    {
        try
        {
            _socket.Send(bytes);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The receiver finds out why.
        }
    }
}
