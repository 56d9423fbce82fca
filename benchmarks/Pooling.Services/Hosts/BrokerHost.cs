using System.Net;
using Microsoft.AspNetCore.Builder;
using Pooling.Samples.Broker;

namespace Pooling.Services.Hosts;

/// <summary>The sample Broker.</summary>
internal static class BrokerHost
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // the machine may be busy

    public static async Task<RunningHost> StartAsync(bool isPooled)
    {
        MqttBroker broker = isPooled
            ? new PooledBroker { ConnectTime = s_patience, SlowTime = s_patience }
            : new PlainBroker { ConnectTime = s_patience, SlowTime = s_patience };
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        return new RunningHost(server, addresses[0].ToString());
    }
}
