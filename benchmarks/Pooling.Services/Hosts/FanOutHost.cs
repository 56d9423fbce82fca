using Microsoft.AspNetCore.Builder;
using Pooling.Samples.ClusterHub;

namespace Pooling.Services.Hosts;

/// <summary>A node of the sample ClusterHub, without others.</summary>
internal static class FanOutHost
{
    private const int MaxConnections = 2_000; // all of them have the address of the load
    private const long MaxUnsentOfAll = 1 << 30; // bytes; a room of one address may have a seventh

    private static readonly TimeSpan s_slowTime = TimeSpan.FromMinutes(1); // the machine may be busy

    public static async Task<RunningHost> StartAsync(bool isPooled)
    {
        HubNode node = isPooled
            ? new PooledNode(null)
            {
                MaxConnectionsPerAddress = MaxConnections,
                MaxUnsentOfAll = MaxUnsentOfAll,
                SlowTime = s_slowTime,
            }
            : new PlainNode(null)
            {
                MaxConnectionsPerAddress = MaxConnections,
                MaxUnsentOfAll = MaxUnsentOfAll,
                SlowTime = s_slowTime,
            };
        WebApplication server = await NodeHost.StartAsync(node, "http://127.0.0.1:0");
        return new RunningHost(server, LocalServer.AddressOf(server));
    }
}
