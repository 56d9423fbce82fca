using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
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
        WebApplication server = builder.Build();
        var patience = TimeSpan.FromSeconds(30); // finds peers that are gone
        server.UseWebSockets(new WebSocketOptions { KeepAliveInterval = patience, KeepAliveTimeout = patience });
        server.Map("/hub", (HttpContext context) => node.AcceptAsync(context, server.Lifetime.ApplicationStopping));
        await server.StartAsync();
        return server;
    }
}
