using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Before;

/// <summary>Starts the same hub with techniques of other projects, with published figures.</summary>
public static class BeforeHub
{
    /// <summary>Starts a hub whose messages go through <see cref="System.Net.WebSockets.WebSocket"/>.</summary>
    /// <param name="options">The options.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    public static Task<HubServer> StartAsync(HubOptions options) =>
        HubServer.StartAsync(options, static context => new BeforePath(context));
}
