using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Plain;

/// <summary>Starts the same hub with the plain loops of ASP.NET Core.</summary>
public static class PlainHub
{
    /// <summary>Starts a hub whose sockets receive into one array each, and whose broadcasts use one array for all sockets.</summary>
    /// <param name="options">The options.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    public static Task<HubServer> StartAsync(HubOptions options) =>
        HubServer.StartAsync(options, static context => new PlainPath(context));
}
