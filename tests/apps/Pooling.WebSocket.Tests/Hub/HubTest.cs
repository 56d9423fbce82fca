using System.Runtime.CompilerServices;
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
    /// <summary>Gets limits whose times do not expire during a test, however busy the machine is. A test sets the time
    /// that it tests.</summary>
    internal static HubLimits Patient { get; } = new()
    {
        PingAfter = TimeSpan.FromHours(1),
        PongTimeout = TimeSpan.FromHours(1),
        CloseTimeout = TimeSpan.FromMinutes(1), // a test that fails may leave sockets that do not answer
        Handshake = TimeSpan.FromHours(1),
    };

    /// <summary>Gets options with these limits.</summary>
    internal static HubOptions PatientOptions { get; } = new() { Limits = Patient };

    internal static async Task Serve(Func<HubServer, Task> test, HubOptions? options = null, HubMode mode = HubMode.Pooled)
    {
        var pool = new PoisonPool();
        HubServer hub = await HubServer.StartAsync(options ?? PatientOptions, CreatePath, pool);
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

    internal static Task Until(Func<bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "") =>
        Wait.Until(condition, what);
}
