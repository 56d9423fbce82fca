using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Threading.RateLimiting;

namespace Contoso.Tcp1;

/// <summary>Accepts connections until the host stops. Then each gets the replies to what it has sent so far.</summary>
internal sealed class TcpServer(IPEndPoint address, Limits limits, ILogger<TcpServer> logger) : BackgroundService
{
    private readonly ConcurrentDictionary<Task, bool> _connections = new();
    private readonly PartitionedRateLimiter<IPAddress> _limiter = PartitionedRateLimiter.CreateChained(
        Limit(limits.ConnectionsPerAddress, KeyOf), Limit(limits.Connections, static _ => IPAddress.None));

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        listener.ReceiveBufferSize = listener.SendBufferSize = Limits.SocketBytes; // also of the connections
        listener.Bind(address);
        listener.Listen();
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                Socket socket = await listener.AcceptAsync(stoppingToken);
                Task serving = Task.Run(() => ServeAsync(socket, stoppingToken), CancellationToken.None);
                _connections.TryAdd(serving, true);
                _ = serving.ContinueWith(done => _connections.TryRemove(done, out _), TaskScheduler.Default);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                await Task.Delay(100, CancellationToken.None); // the client has gone, no file is left, or it stops
            }
        }

        listener.Dispose(); // who comes now is refused, and does not wait
        await Task.WhenAll(_connections.Keys);
    }

    private async Task ServeAsync(Socket socket, CancellationToken stopping)
    {
        using var connection = new Connection(socket, limits);
        var client = (IPEndPoint)socket.RemoteEndPoint!; // known since the accept, also if the client has gone
        try
        {
            using RateLimitLease lease = _limiter.AttemptAcquire(client.Address);
            string reason = lease.IsAcquired ? await connection.RunAsync(stopping) : "too many connections";
            logger.LogDebug("{Client} ended after {Count} messages: {Reason}", client, connection.Count, reason);
        }
        catch (Exception exception)
        {
            logger.LogError(exception, "A fault of the server has ended a connection.");
        }
    }

    private static PartitionedRateLimiter<IPAddress> Limit(int most, Func<IPAddress, IPAddress> keyOf) =>
        PartitionedRateLimiter.Create<IPAddress, IPAddress>(address => RateLimitPartition.GetConcurrencyLimiter(
            keyOf(address), _ => new ConcurrencyLimiterOptions { PermitLimit = most }));

    private static IPAddress KeyOf(IPAddress address) => address.GetAddressBytes() is { Length: 16 } bytes
        && !address.IsIPv4MappedToIPv6 ? new([.. bytes[..8], .. new byte[8]]) : address; // one network has all of IPv6
}
