using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.Broker;

/// <summary>A broker of MQTT 3.1.1, quality of service 0, as a handler of Kestrel's connections.</summary>
/// <remarks>It has limits for everything that a client decides: the length of packets and topics, the number of
/// subscriptions and connections, the time until the first and the next packet, and the bytes that wait for a client,
/// an address and for all.</remarks>
internal abstract class MqttBroker : ConnectionHandler
{
    public const int MaxPacket = 64 * 1024; // bytes after the length
    public const int MaxTopic = 256; // bytes
    public const int MaxSubscriptions = 100; // of one connection
    public const int MinCharge = 256; // bytes: short messages take memory, too

    private Admission? _admission;
    private long _slow;
    private long _silent;
    private long _lost;
    private long _malformed;

    /// <summary>Gets the maximum length of the messages that wait for one client, in bytes. While they are as many,
    /// those who send to it wait. At least the longest packet.</summary>
    public int MaxUnsent
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, MaxPacket + 5); // the type, and up to 4 bytes of length
            field = value;
        }
    } = 256 * 1024;

    /// <summary>Gets the maximum length of the messages that wait for all clients, in bytes. An address may have half
    /// of what is left. One that waits for several clients counts for each of them.</summary>
    public long MaxUnsentOfAll { get; init; } = 256 << 20;

    /// <summary>Gets the maximum time that a message waits for a client who reads. One who needs longer is
    /// dropped.</summary>
    public TimeSpan SlowTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the maximum time until CONNECT has arrived.</summary>
    public TimeSpan ConnectTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the maximum time between the beginning of a packet and its end, which also a client has that does
    /// not promise to keep alive.</summary>
    public TimeSpan PacketTime { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the maximum number of connections that have sent CONNECT.</summary>
    public int MaxConnections { get; init; } = 10_000;

    /// <summary>Gets the maximum number of such connections of one address.</summary>
    public int MaxConnectionsPerAddress { get; init; } = 1_000;

    /// <summary>Gets the number of connections that may wait for CONNECT. With one more, the oldest is
    /// dropped.</summary>
    public int MaxWaiting { get; init; } = 2_000;

    /// <summary>Gets the number of such connections of one address.</summary>
    public int MaxWaitingPerAddress { get; init; } = 100;

    /// <summary>Gets the subscriptions of all connections.</summary>
    public Topics Topics { get; } = new();

    /// <summary>Gets the connections.</summary>
    public Admission Admission =>
        _admission ?? Interlocked.CompareExchange(ref _admission, new Admission(this), null) ?? _admission;

    /// <summary>Gets the options for the queue of a client: as many places as the shortest messages have
    /// room.</summary>
    public BoundedChannelOptions QueueOptions => new(MaxUnsent / MinCharge) { SingleReader = true };

    /// <summary>Gets the number of clients that were dropped because they read too slowly.</summary>
    public long SlowCount => Interlocked.Read(ref _slow);

    /// <summary>Gets the number of connections that were dropped because they said nothing for too long.</summary>
    public long SilentCount => Interlocked.Read(ref _silent);

    /// <summary>Gets the number of messages that were lost for a client because others of its address had taken all
    /// bytes. One that is lost for several clients counts for each of them.</summary>
    public long LostCount => Interlocked.Read(ref _lost);

    /// <summary>Gets the number of connections that sent something wrong.</summary>
    public long MalformedCount => Interlocked.Read(ref _malformed);

    /// <summary>Starts a server for brokers, each on a free port of the loopback address.</summary>
    /// <returns>The server, and the addresses in the order of the brokers.</returns>
    public static async Task<(WebApplication Server, IPEndPoint[] Addresses)> ListenAsync(params MqttBroker[] brokers)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseSockets(static sockets => sockets.MaxReadBufferSize = 2 * MaxPacket); // of one who waits
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            foreach (MqttBroker broker in brokers)
                kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Run(broker.OnConnectedAsync));
        });
        WebApplication server = builder.Build();
        await server.StartAsync();
        return (server, [.. server.Urls.Select(static url => new IPEndPoint(IPAddress.Loopback, new Uri(url).Port))]);
    }

    public static int ChargeOf(int length) => Math.Max(length, MinCharge);

    /// <inheritdoc/>
    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        if (connection.RemoteEndPoint is IPEndPoint
            && connection.Features.Get<IConnectionSocketFeature>()?.Socket is { } socket)
        {
            KeepAlive(socket);
        }

        Admission.Place place = Admission.Enter(
            (connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None, connection.Abort);
        try
        {
            await CreateSession(connection, place).RunAsync();
        }
        catch (InvalidDataException)
        {
            Interlocked.Increment(ref _malformed); // counted, not logged: the other side decides how often
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The client has gone, or was dropped.
        }
        finally
        {
            Admission.Leave(place);
        }
    }

    public void CountSlow() => Interlocked.Increment(ref _slow);

    public void CountSilent() => Interlocked.Increment(ref _silent);

    public void CountLost() => Interlocked.Increment(ref _lost);

    protected abstract Session CreateSession(ConnectionContext connection, Admission.Place place);

    /// <summary>Sets when the system asks a silent client whether it is there: after half a minute. It ends the
    /// connection without an answer after another one. By default, it asks after hours.</summary>
    private static void KeepAlive(Socket socket)
    {
        const int Seconds = 30;
        const int Questions = 3;

        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, Seconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, Seconds / Questions);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, Questions);
    }
}
