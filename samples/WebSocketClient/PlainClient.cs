using System.Net.WebSockets;
using System.Text;

namespace Pooling.Samples.WebSocketClient;

/// <summary>The usual loop: a stream, an array and a string for each message.</summary>
internal static class PlainClient
{
    public static async Task ReceiveAllAsync(WebSocket socket, Func<string, ValueTask> handler)
    {
        byte[] buffer = new byte[4096];
        while (true)
        {
            using var stream = new MemoryStream();
            ValueWebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(buffer.AsMemory(), default);
                stream.Write(buffer, 0, part.Count);
            }
            while (!part.EndOfMessage);

            if (part.MessageType == WebSocketMessageType.Close)
                return;

            await handler(Encoding.UTF8.GetString(stream.ToArray()));
        }
    }
}
