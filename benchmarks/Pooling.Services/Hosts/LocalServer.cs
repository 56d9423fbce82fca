using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Pooling.Services.Hosts;

/// <summary>Servers of this machine, on a free port.</summary>
internal static class LocalServer
{
    /// <summary>Creates a builder that logs nothing.</summary>
    /// <param name="limits">Sets limits of the server; <see langword="null"/> for the defaults.</param>
    /// <param name="listen">Sets the connections; <see langword="null"/> for HTTP.</param>
    public static WebApplicationBuilder CreateBuilder(
        Action<KestrelServerLimits>? limits = null, Action<ListenOptions>? listen = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            limits?.Invoke(kestrel.Limits);
            kestrel.Listen(IPAddress.Loopback, port: 0, listen ?? (static _ => { }));
        });
        return builder;
    }

    /// <summary>Returns the host and the port of a server that has started.</summary>
    public static string AddressOf(WebApplication server) => new Uri(server.Urls.Single()).Authority;
}
