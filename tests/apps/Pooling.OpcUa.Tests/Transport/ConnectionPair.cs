using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

/// <summary>The two ends of one connection with an open channel, each with separate memory.</summary>
internal sealed class ConnectionPair : IAsyncDisposable
{
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(45);

    /// <summary>The time for which a closed connection waits for its peer. A test disposes peers that stay.</summary>
    public static readonly TimeSpan Linger = TimeSpan.FromSeconds(30);

    private readonly Task _runs;

    private ConnectionPair(Socket client, Socket server, TransportLimits clientLimits, TransportLimits serverLimits)
    {
        Client = new UaConnection(client, ClientMemory, clientLimits with { Linger = Linger }, isServer: false);
        Server = new UaConnection(server, ServerMemory, serverLimits with { Linger = Linger }, isServer: true);
        _runs = Task.WhenAll(Server.RunAsync(AtServer), Client.RunAsync(AtClient));
    }

    public TransportMemory ClientMemory { get; } = new();

    public TransportMemory ServerMemory { get; } = new();

    public UaConnection Client { get; }

    public UaConnection Server { get; }

    public RecordingSink AtClient { get; } = new();

    public RecordingSink AtServer { get; } = new();

    public static async Task<(Socket Client, Socket Server)> ConnectAsync()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await client.ConnectAsync(listener.LocalEndPoint!);
        Socket server = await listener.AcceptAsync();
        server.NoDelay = true;
        return (client, server);
    }

    public static async Task<ConnectionPair> OpenAsync(
        TransportLimits? clientLimits = null, TransportLimits? serverLimits = null, TimeSpan? lifetime = null)
    {
        (Socket client, Socket server) = await ConnectAsync();
        var pair = new ConnectionPair(client, server, clientLimits ?? new TransportLimits(), serverLimits ?? new TransportLimits());
        pair.Client.SendHello("opc.tcp://test");
        await pair.AtClient.Connected.Task.WaitAsync(Patience);
        pair.Renew(tokenId: 1, lifetime: lifetime);
        return pair;
    }

    /// <summary>Gives both ends a token, like the exchange of OPN.</summary>
    public void Renew(uint tokenId, IChunkSecurity? security = null, TimeSpan? lifetime = null)
    {
        ChannelToken Make() => new(
            tokenId, lifetime ?? TimeSpan.FromHours(1), security ?? NoSecurity.Instance, security ?? NoSecurity.Instance);
        Server.Channel.Renew(7, Make(), isSentAtOnce: false);
        Client.Channel.Renew(7, Make(), isSentAtOnce: true);
    }

    /// <summary>Gives both ends a token with keys, like the exchange of secured OPN.</summary>
    public void Secure(uint tokenId, MessageSecurityMode mode)
    {
        byte[] client = ChannelKeys.CreateNonce();
        byte[] server = ChannelKeys.CreateNonce();
        Server.Channel.Renew(7, ChannelKeys.CreateToken(tokenId, TimeSpan.FromHours(1), mode, server, client), isSentAtOnce: false);
        Client.Channel.Renew(7, ChannelKeys.CreateToken(tokenId, TimeSpan.FromHours(1), mode, client, server), isSentAtOnce: true);
    }

    public static void Send(UaConnection from, uint requestId, ReadOnlySpan<byte> body)
    {
        MessageWriter message = from.BeginMessage(requestId);
        System.Buffers.BuffersExtensions.Write(message, body);
        Assert.True(from.TrySend(message));
    }

    public async ValueTask DisposeAsync()
    {
        Client.Close();
        await _runs.WaitAsync(Patience);
        Assert.Equal((0, 0, 0), (ClientMemory.Outstanding, ClientMemory.ReceivingBytes, ClientMemory.SendingBytes));
        Assert.Equal((0, 0, 0), (ServerMemory.Outstanding, ServerMemory.ReceivingBytes, ServerMemory.SendingBytes));
        ClientMemory.Dispose();
        ServerMemory.Dispose();
    }

    /// <summary>Waits for the end without closing.</summary>
    public Task EndAsync() => _runs.WaitAsync(Patience);
}
