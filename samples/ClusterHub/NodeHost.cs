using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.ClusterHub;

/// <summary>Hosts a node in Kestrel.</summary>
internal static class NodeHost
{
    /// <summary>Starts a server for a node at <c>/hub</c>.</summary>
    public static async Task<WebApplication> StartAsync(HubNode node, string url)
    {
        await node.StartAsync();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder([$"--urls={url}"]);
        builder.Logging.ClearProviders();
        builder.Services.Configure<HostOptions>(
            host => host.ShutdownTimeout = 2 * node.CloseTime); // members are closed before
        builder.WebHost.UseSockets(
            static sockets => sockets.MaxReadBufferSize = 2 * HubNode.MaxMessage); // of one who waits
        var patience = TimeSpan.FromSeconds(10); // for a request
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.RequestHeadersTimeout = kestrel.Limits.KeepAliveTimeout = patience;
            var connections = new Admission(2L * node.MaxConnections, 2L * node.MaxConnectionsPerAddress);
            kestrel.ConfigureEndpointDefaults(listener => listener.Use(connections.Limit)); // also without a member
        });
        WebApplication server = builder.Build();
        var silence = TimeSpan.FromSeconds(30); // finds peers that are gone
        server.UseWebSockets(new WebSocketOptions { KeepAliveInterval = silence, KeepAliveTimeout = silence });
        server.Map("/hub", (HttpContext context) => node.AcceptAsync(context, server.Lifetime.ApplicationStopping));
        await server.StartAsync();
        return server;
    }
}
