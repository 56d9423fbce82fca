using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.WebSocketClient;

/// <summary>A server that sends each message back, in as many parts as the query says, and drops a connection that sends "drop".</summary>
internal static class EchoServer
{
    public static async Task<WebApplication> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        WebApplication server = builder.Build();
        server.UseWebSockets();
        server.Run(EchoAsync);
        await server.StartAsync();
        return server;
    }

    public static Uri AddressOf(WebApplication server, int parts = 1) =>
        new UriBuilder(server.Urls.Single()) { Scheme = "ws", Query = $"parts={parts}" }.Uri;

    private static async Task EchoAsync(HttpContext context)
    {
        using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
        int parts = int.Parse(context.Request.Query["parts"]!);
        byte[] message = new byte[1 << 20];
        for (int length = 0; length < message.Length;)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(message.AsMemory(length), CancellationToken.None);
            if (part.MessageType == WebSocketMessageType.Close)
            {
                await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
                return;
            }

            length += part.Count;
            if (!part.EndOfMessage)
                continue;

            if (message.AsSpan(0, length).SequenceEqual("drop"u8))
                break;

            int step = (length + parts - 1) / parts;
            for (int sent = 0, end = -1; end < length; sent = end)
            {
                end = Math.Min(sent + step, length);
                await socket.SendAsync(message.AsMemory(sent..end), part.MessageType, end == length, CancellationToken.None);
            }

            length = 0;
        }

        context.Abort();
    }
}
