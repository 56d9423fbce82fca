using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Pooling.Samples.WebSocketClient;

/// <summary>A server that sends messages back, in frames of the length in the query, and drops a connection that says "drop".</summary>
internal static class EchoServer
{
    public static async Task<WebApplication> StartAsync()
    {
        WebApplication server = WebApplication.Create(["--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=None"]);
        server.UseWebSockets();
        server.Run(EchoAsync);
        await server.StartAsync();
        return server;
    }

    private static async Task EchoAsync(HttpContext context)
    {
        using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
        _ = int.TryParse(context.Request.Query["frame"], out int length);
        byte[] frame = new byte[Math.Clamp(length, 1, 64 * 1024)];
        int count = 0;
        while (socket.State == WebSocketState.Open)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(frame.AsMemory(count), default);
            count += part.Count;
            if (!part.EndOfMessage && count < frame.Length)
                continue;

            if (part.MessageType == WebSocketMessageType.Close)
                await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);
            else if (frame.AsSpan(0, count).SequenceEqual("drop"u8))
                context.Abort();
            else
                await socket.SendAsync(frame.AsMemory(0, count), part.MessageType, part.EndOfMessage, default);

            count = 0;
        }
    }
}
