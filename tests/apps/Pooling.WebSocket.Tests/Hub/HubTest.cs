using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Before;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using WebSockets.Hub.Plain;

namespace Pooling.WebSockets.Hub;

/// <summary>Starts hubs for tests, and checks afterwards that all rented items were returned.</summary>
public abstract class HubTest
{
    internal static async Task Serve(Func<HubServer, Task> test, HubOptions? options = null, HubMode mode = HubMode.Pooled)
    {
        var pool = new PoisonPool();
        HubServer hub = await HubServer.StartAsync(options ?? new HubOptions(), CreatePath, pool);
        try
        {
            await test(hub);
        }
        finally
        {
            await hub.DisposeAsync();
        }

        await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });

        IMessagePath CreatePath(HubContext context) => mode switch
        {
            HubMode.Before => new BeforePath(context),
            HubMode.Plain => new PlainPath(context),
            _ => new PooledPath(context),
        };
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
}
