using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Before;

/// <summary>The same hub with techniques for which others have published figures.</summary>
public static class BeforeHub
{
    /// <summary>Starts a hub whose messages go through <see cref="System.Net.WebSockets.WebSocket"/>.</summary>
    /// <param name="options">How it is set up.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    public static Task<HubServer> StartAsync(HubOptions options) =>
        HubServer.StartAsync(options, static context => new BeforePath(context));
}
