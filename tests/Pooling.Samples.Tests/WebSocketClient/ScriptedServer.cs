using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;

namespace Pooling.Samples.WebSocketClient;

/// <summary>A server that does the same with each connection. The token of the script is cancelled when the connection is lost.</summary>
internal sealed class ScriptedServer(WebApplication application) : IAsyncDisposable
{
    public Uri Address { get; } = new UriBuilder(application.Urls.Single()) { Scheme = "ws" }.Uri;

    public static async Task<ScriptedServer> StartAsync(Func<WebSocket, CancellationToken, Task> script)
    {
        WebApplication application = WebApplication.Create(["--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=None"]);
        application.UseWebSockets();
        application.Run(async context =>
        {
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            await script(socket, context.RequestAborted);
        });
        await application.StartAsync();
        return new ScriptedServer(application);
    }

    /// <summary>Receives messages as text until the client closes, and closes, too.</summary>
    /// <returns>The messages, and the code of the client.</returns>
    public static async Task<(List<string> Messages, WebSocketCloseStatus? Status)> ReceiveAllAsync(WebSocket socket)
    {
        List<string> messages = [];
        byte[] buffer = new byte[1 << 16];
        while (true)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(buffer.AsMemory(), CancellationToken.None);
            if (part.MessageType == WebSocketMessageType.Close)
                break;

            messages.Add(System.Text.Encoding.UTF8.GetString(buffer, 0, part.Count));
        }

        await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        return (messages, socket.CloseStatus);
    }

    public ValueTask DisposeAsync() => application.DisposeAsync();
}
