using System.Net;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Connections;

namespace Contoso.Hub1;

/// <summary>Limits the connections of one address and of all, also those that send no request.</summary>
internal sealed class Admission(Limits limits)
{
    private readonly PartitionedRateLimiter<IPAddress> _limiter = PartitionedRateLimiter.CreateChained(
        Limit(limits.ConnectionsPerAddress, KeyOf), Limit(limits.Connections, static _ => IPAddress.None));

    public ConnectionDelegate Limit(ConnectionDelegate next) => async connection =>
    {
        IPAddress address = (connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None; // of a Unix socket
        using RateLimitLease lease = _limiter.AttemptAcquire(address);
        if (lease.IsAcquired)
            await next(connection);
        else
            connection.Abort();
    };

    private static PartitionedRateLimiter<IPAddress> Limit(int most, Func<IPAddress, IPAddress> keyOf) =>
        PartitionedRateLimiter.Create<IPAddress, IPAddress>(address => RateLimitPartition.GetConcurrencyLimiter(
            keyOf(address), _ => new ConcurrencyLimiterOptions { PermitLimit = most }));

    private static IPAddress KeyOf(IPAddress address) => address.GetAddressBytes() is { Length: 16 } bytes
        && !address.IsIPv4MappedToIPv6 ? new([.. bytes[..8], .. new byte[8]]) : address; // one network has all of IPv6
}
