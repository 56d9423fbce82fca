using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.After;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Bots;

/// <summary>A player that walks, chats and checks what it receives.</summary>
/// <remarks>One thread sends; packets are received on threads of the pool.</remarks>
internal sealed class Bot : IPacketSink, IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly PooledArrayBufferWriter<byte> _output = new();
    private readonly ClientSession _session;
    private readonly TaskCompletionSource _handshake = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _login = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Input _input = new();
    private readonly Chat _chat = new();
    private readonly Ping _ping = new();
    private readonly BotSight _sight = new();
    private readonly Action<long>? _onPong;
    private Task _receiving = Task.CompletedTask;
    private ulong _lastChat;

    /// <param name="number">The number of the bot, which determines its name and its path.</param>
    /// <param name="onPong">Called with each token that is returned.</param>
    /// <param name="gathers">Whether the bot goes to the common meeting place.</param>
    /// <param name="minPacketsPerKey">The minimum number of packets that the server must send under a key.</param>
    public Bot(int number, Action<long>? onPong = null, bool gathers = false, long minPacketsPerKey = ProtocolLimits.MinPacketsPerKey)
    {
        Name = $"bot-{number}";
        Walk = new BotWalk(number, gathers);
        _session = new ClientSession { MinPacketsPerKey = minPacketsPerKey };
        _onPong = onPong;
    }

    public string Name { get; init; }

    public BotWalk Walk { get; }

    public BotCounters Counters { get; } = new();

    public BotSight Sight => _sight;

    public uint Entity { get; private set; }

    /// <summary>The reason why the server ended the connection; <see cref="DisconnectReason.None"/> if it did not send one.</summary>
    public DisconnectReason Reason { get; private set; }

    /// <summary>The server's violation of the protocol; <see langword="null"/> if there was none.</summary>
    public string? Fault { get; private set; }

    /// <summary>Whether the connection has ended.</summary>
    public bool HasEnded => _receiving.IsCompleted;

    /// <summary>Called for each chat message, on a thread of the pool.</summary>
    public Action<ChatMessage>? OnChatMessage { get; set; }

    /// <summary>Completes when the connection has ended.</summary>
    public Task Ended => _receiving;

    /// <summary>Connects and logs in.</summary>
    /// <exception cref="IOException">The server refused the connection, or is not authentic.</exception>
    public async Task Connect(EndPoint server, CancellationToken cancellationToken = default)
    {
        await Begin(server, saysHello: true, cancellationToken).ConfigureAwait(false);
        await _handshake.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
        SendBytes(_session.CreateLogin(Name));
        await _login.Task.WaitAsync(TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Connects, and optionally starts the handshake.</summary>
    public async Task Begin(EndPoint server, bool saysHello, CancellationToken cancellationToken)
    {
        await _socket.ConnectAsync(server, cancellationToken).ConfigureAwait(false);
        _receiving = Receive();
        if (saysHello)
            SendBytes(_session.CreateHello());
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

    /// <summary>Sends one byte of a packet that is never completed.</summary>
    public void SendPart(bool isFirst) => SendBytes([isFirst ? (byte)127 : (byte)0]);

    /// <summary>Sends an invalid frame.</summary>
    public void SendRubbish() => SendBytes([0]);

    /// <summary>Ends the output, and lets the server end the connection.</summary>
    public void EndOutput() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>Ends the connection without notifying the server, like a killed process.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        _socket.Dispose();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _session.Dispose();
        _output.Dispose();
    }

    /// <summary>Ends the connection and waits until nothing more is received.</summary>
    public async Task Leave()
    {
        _socket.Dispose();
        await _receiving.ConfigureAwait(false);
    }

    void IPacketSink.OnRead(int packets, long bytes)
    {
    }

    void IPacketSink.OnBadFrame(FrameStatus status) => Fail($"a frame is {status}");

    bool IPacketSink.OnPacket(Span<byte> packet)
    {
        if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
            return Fail("a packet is malformed");

        if (_session.Open(header, packet[range], out Span<byte> payload) is { } fault)
            return Fail(fault);

        try
        {
            return Handle(header.Type, payload);
        }
        catch (Exception exception) when (exception is CryptographicException || Malformed.Is(exception))
        {
            return Fail($"the content of a packet is invalid: {exception.Message}");
        }
    }

    private async Task Receive()
    {
        try
        {
            await new PacketReceiver(_socket, this, ProtocolLimits.ServerFrame).Run().ConfigureAwait(false);
        }
        finally
        {
            string why = Fault
                ?? (Reason == DisconnectReason.None ? "the server ended the connection" : $"the server ended the connection: {Reason}");
            var exception = new IOException($"{Name}: {why}");
            _handshake.TrySetException(exception);
            _login.TrySetException(exception);
        }
    }

    private bool Fail(string message)
    {
        Fault ??= message;
        _socket.Dispose(); // do not send anything more to an unauthenticated server
        return false;
    }

    private bool Handle(ushort type, ReadOnlySpan<byte> payload)
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

            case Opcode.ChatRefused:
                Counters.ChatsRefused += ChatRefused.Parser.ParseFrom(payload).Texts;
                break;

            case Opcode.HelloAck:
                if (!_session.Accept(HelloAck.Parser.ParseFrom(payload)))
                    return Fail("the server has other keys");

                _handshake.TrySetResult();
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
                return Fail($"the server sent a packet of type {type:X}");
        }

        return true;
    }

    private void OnChat(ChatMessage message)
    {
        Counters.ChatsReceived++;
        if (_lastChat != 0 && message.Number != _lastChat + 1)
            Counters.ChatGaps++;

        _lastChat = message.Number;
        OnChatMessage?.Invoke(message);
    }

    private void Send(ushort type, IMessage message)
    {
        _output.ResetWrittenCount();
        OutboundWriter.Write(_output, new PacketHeader(type, PacketFlags.Encrypted), message, _session.Sealer);
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
            // The receiver detects the cause.
        }
    }
}
