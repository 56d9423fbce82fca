using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server;
using OpcUa.Server.Hosting;

namespace Pooling.OpcUa.Server;

/// <summary>Starts servers for tests, and looks afterwards whether all that was rented has come back.</summary>
public abstract class ServerTest
{
    internal static async Task Serve(Func<OpcUaServer, Task> test, ServerLimits? limits = null, int nodes = 100, int rate = 0)
    {
        (long, long, long) before = InUse();
        var options = new OpcUaServerOptions { Port = 0, Nodes = nodes, Rate = rate, Limits = limits ?? new ServerLimits() };
        OpcUaServer server = OpcUaServer.Start(options);
        try
        {
            await test(server);
        }
        finally
        {
            await server.DisposeAsync();
        }

        ServerStatistics left = server.GetStatistics();
        Assert.Equal((0, 0, 0, 0), (left.Connections, left.Sessions, left.Subscriptions, left.Items));
        Assert.Equal((0, 0, 0), (left.Outstanding, left.ReceivingBytes, left.SendingBytes));
        Assert.Equal((0, 0), (left.QueuedValues, left.SentMessages));
        Assert.Equal(before, InUse());
    }

    internal static async Task Until(Func<bool> condition)
    {
        long end = Environment.TickCount64 + 60_000;
        while (!condition())
        {
            Assert.True(Environment.TickCount64 < end, "It did not happen within a minute.");
            await Task.Delay(5);
        }
    }

    private static (long, long, long) InUse() => (
        NotificationMessage.Pool.GetStatistics().InUse,
        PublishResponse.Pool.GetStatistics().InUse,
        PublishRequest.Pool.GetStatistics().InUse);
}
