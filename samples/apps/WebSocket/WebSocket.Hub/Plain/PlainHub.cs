using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Plain;

/// <summary>The same hub with the plain loops of ASP.NET Core.</summary>
public static class PlainHub
{
    /// <summary>Starts a hub whose sockets receive into one array each, and whose broadcasts are one array for all sockets.</summary>
    /// <param name="options">How it is set up.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    public static Task<HubServer> StartAsync(HubOptions options) =>
        HubServer.StartAsync(options, static context => new PlainPath(context));
}
