using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Before;
using WebSockets.Hub.Hosting;

namespace Pooling.WebSockets.Hub;

/// <summary>Starts hubs for tests, and looks afterwards whether all that was rented has come back.</summary>
public abstract class HubTest
{
    internal static async Task Serve(Func<HubServer, Task> test, HubOptions? options = null, bool isStock = false)
    {
        var pool = new PoisonPool();
        HubServer hub = await HubServer.StartAsync(
            options ?? new HubOptions(), context => isStock ? new StockPath(context) : new PooledPath(context), pool);
        try
        {
            await test(hub);
        }
        finally
        {
            await hub.DisposeAsync();
        }

        await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
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
