using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.Broker;

/// <summary>A broker of MQTT 3.1.1, quality of service 0, as a handler of Kestrel's connections.</summary>
/// <remarks>It has limits for everything that a client decides: the length of packets and topics, the number of subscriptions, and the
/// bytes that wait for a subscriber.</remarks>
internal abstract class MqttBroker : ConnectionHandler
{
    public const int MaxPacket = 64 * 1024; // bytes after the length
    public const int MaxTopic = 256; // bytes
    public const int MaxSubscriptions = 100; // of one connection
    public const int MinCharge = 256; // bytes: short messages take memory, too

    private long _slow;
    private long _malformed;

    /// <summary>Gets the maximum length of the messages that wait for one subscriber, in bytes. One who needs more is dropped.</summary>
    public int MaxUnsent { get; init; } = 256 * 1024;

    /// <summary>Gets the subscriptions of all connections.</summary>
    public Topics Topics { get; } = new();

    /// <summary>Gets the number of subscribers that were dropped because they read too slowly.</summary>
    public long SlowCount => Interlocked.Read(ref _slow);

    /// <summary>Gets the number of connections that sent something wrong.</summary>
    public long MalformedCount => Interlocked.Read(ref _malformed);

    /// <summary>Starts a server for brokers, each on a free port of the loopback address.</summary>
    /// <returns>The server, and the addresses in the order of the brokers.</returns>
    public static async Task<(WebApplication Server, IPEndPoint[] Addresses)> ListenAsync(params MqttBroker[] brokers)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxConcurrentConnections = 10_000;
            foreach (MqttBroker broker in brokers)
                kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Run(broker.OnConnectedAsync));
        });
        WebApplication server = builder.Build();
        await server.StartAsync();
        return (server, [.. server.Urls.Select(static url => new IPEndPoint(IPAddress.Loopback, new Uri(url).Port))]);
    }

    /// <inheritdoc/>
    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        try
        {
            await CreateSession(connection).RunAsync();
        }
        catch (InvalidDataException)
        {
            Interlocked.Increment(ref _malformed); // counted, not logged: the other side decides how often
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The client has gone, or was dropped.
        }
    }

    public void CountSlow() => Interlocked.Increment(ref _slow);

    protected abstract Session CreateSession(ConnectionContext connection);
}
