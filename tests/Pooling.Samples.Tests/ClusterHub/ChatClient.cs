using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

namespace Pooling.Samples.ClusterHub;

/// <summary>A client of a node.</summary>
internal sealed class ChatClient : IDisposable
{
    private readonly ClientWebSocket _socket = new();
    private readonly byte[] _buffer = new byte[HubNode.MaxPacket];

    private ChatClient(string name) => Name = name;

    public string Name { get; }

    /// <summary>Connects to a room, with a short buffer in the system, so that a client who does not read is noticed soon.</summary>
    public static async Task<ChatClient> ConnectAsync(Uri node, string room, string name)
    {
        var client = new ChatClient(name);
        client._socket.Options.CollectHttpResponseDetails = true;
        var handler = new SocketsHttpHandler
        {
            ConnectCallback = static async (context, cancellation) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveBufferSize = 4096 };
                await socket.ConnectAsync(context.DnsEndPoint, cancellation);
                return new NetworkStream(socket, ownsSocket: true);
            },
        };
        using var patience = new CancellationTokenSource(Wait.Patience);
        try
        {
            await client._socket.ConnectAsync(
                new Uri(node, $"?room={room}&name={name}"), new HttpMessageInvoker(handler), patience.Token);
            return client;
        }
        catch (WebSocketException exception)
        {
            exception.Data["status"] = (int)client._socket.HttpStatusCode;
            client.Dispose();
            throw;
        }
    }

    /// <summary>Connects, and returns the status with which that was refused.</summary>
    public static async Task<int> RefusedAsync(Uri node, string room, string name)
    {
        WebSocketException refusal = await Assert.ThrowsAsync<WebSocketException>(() => ConnectAsync(node, room, name));
        return (int)refusal.Data["status"]!;
    }

    /// <summary>Returns the JSON that members get for a text of this client.</summary>
    public string JsonOf(long number, string text) => $$"""{"from":"{{Name}}","number":{{number}},"text":"{{text}}"}""";

    public Task SendAsync(string text) => SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true);

    public Task SendAsync(byte[] part, WebSocketMessageType type, bool isEnd) => _socket.SendAsync(part, type, isEnd, default);

    /// <summary>Receives a message.</summary>
    /// <returns>The text, or the code with which the node closes, or "lost".</returns>
    public async Task<string> ReceiveAsync()
    {
        using var patience = new CancellationTokenSource(Wait.Patience);
        int length = 0;
        try
        {
            while (true)
            {
                ValueWebSocketReceiveResult part = await _socket.ReceiveAsync(_buffer.AsMemory(length), patience.Token);
                if (part.MessageType == WebSocketMessageType.Close)
                    return $"{(int)_socket.CloseStatus!}";

                length += part.Count;
                if (part.EndOfMessage)
                    return Encoding.UTF8.GetString(_buffer, 0, length);
            }
        }
        catch (WebSocketException)
        {
            return "lost";
        }
    }

    public async Task<string[]> ReceiveAsync(int count)
    {
        string[] messages = new string[count];
        for (int i = 0; i < count; i++)
            messages[i] = await ReceiveAsync();

        return messages;
    }

    /// <summary>Receives until the connection ends.</summary>
    /// <returns>The number of messages, and what <see cref="ReceiveAsync()"/> returned for the end.</returns>
    public async Task<(int Count, string End)> ReceiveToEndAsync()
    {
        for (int count = 0; ; count++)
        {
            string message = await ReceiveAsync();
            if (!message.StartsWith('{'))
                return (count, message);
        }
    }

    public Task CloseAsync() => _socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, default);

    public void Dispose() => _socket.Dispose();
}
