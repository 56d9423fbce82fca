using System.Collections.Concurrent;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>A server with common code for ASP.NET Core: the sockets in a dictionary, and a loop that sends one array to all of
/// them.</summary>
internal static class PlainServer
{
    internal static async Task<DeliveryServer> StartAsync(byte[] text)
    {
        var sockets = new ConcurrentDictionary<string, WebSocket>();
        (WebApplication application, Uri address) = await WebApplications.StartAsync(static _ => { }, application =>
        {
            application.UseWebSockets();
            application.Map("/broadcast", context => Receive(context, sockets));
        });
        return new DeliveryServer(new Uri(address, "broadcast"), () => sockets.Count, Broadcast, application.DisposeAsync);

        async ValueTask Broadcast()
        {
            byte[] message = text.AsSpan().ToArray(); // one for all sockets
            foreach ((_, WebSocket socket) in sockets)
                await socket.SendAsync(message, WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
        }
    }

    private static async Task Receive(HttpContext context, ConcurrentDictionary<string, WebSocket> sockets)
    {
        using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
        sockets.TryAdd(context.Connection.Id, socket);
        try
        {
            byte[] buffer = new byte[4096];
            while ((await socket.ReceiveAsync(buffer, context.RequestAborted)).MessageType != WebSocketMessageType.Close)
            {
                // The peers send nothing.
            }
        }
        catch (Exception exception) when (exception is WebSocketException or OperationCanceledException)
        {
            // The connection has ended.
        }
        finally
        {
            sockets.TryRemove(context.Connection.Id, out _);
        }
    }
}
