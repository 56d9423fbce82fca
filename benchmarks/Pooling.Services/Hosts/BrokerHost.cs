using System.Net;
using Microsoft.AspNetCore.Builder;
using Pooling.Samples.Broker;

namespace Pooling.Services.Hosts;

/// <summary>The sample Broker.</summary>
internal static class BrokerHost
{
    public static async Task<RunningHost> StartAsync(bool isPooled)
    {
        (WebApplication server, IPEndPoint[] addresses) =
            await MqttBroker.ListenAsync(isPooled ? new PooledBroker() : new PlainBroker());
        return new RunningHost(server, addresses[0].ToString());
    }
}
