using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Pooling.Samples.WebSocketClient;

try
{
    await using WebApplication server = await EchoServer.StartAsync();
    Console.WriteLine("A message is sent to a server and back. Each answer is compared with what was sent.\n");
    Console.WriteLine($"{"message",-18}{"way",-8}{"allocated",12}{"time",12}");
    Uri address = new UriBuilder(server.Urls.Single()) { Scheme = "ws" }.Uri;
    await CompareAsync("64 B", 64, new Uri(address, "?frame=64"));
    await CompareAsync("1 KB", 1024, new Uri(address, "?frame=1024"));
    await CompareAsync("16 KB", 16384, new Uri(address, "?frame=16384"));
    await CompareAsync("16 KB, 16 parts", 16384, new Uri(address, "?frame=1024"));
    Console.WriteLine("\nWhat to copy: PooledClient.cs, SendQueue.cs and ServerClosedException.cs");
    return 0;
}
catch (Exception exception)
{
    Console.Error.WriteLine(exception.Message);
    return 1;
}

static async Task CompareAsync(string name, int size, Uri uri)
{
    string text = "{\"é\":\"" + new string('x', size - 9) + "\"}";
    byte[] utf8 = Encoding.UTF8.GetBytes(text);
    var measure = new Measure();
    using ClientWebSocket plain = new(), bare = new();
    await Task.WhenAll(plain.ConnectAsync(uri, default), bare.ConnectAsync(uri, default));
    using var connected = new SemaphoreSlim(0);
    await using var pooled = new PooledClient(
        async (socket, stopping) =>
        {
            await socket.ConnectAsync(uri, stopping);
            connected.Release();
        },
        (answer, _, _) => measure.AnswerAsync(answer.WrittenSpan.SequenceEqual(utf8)),
        onError: _ => Console.WriteLine($"{name,-18}{"pooled",-8}lost its connection, and connects again"));
    Task receiving = Task.WhenAll(
        ReceiveBareAsync(), ReceivePlainAsync(), pooled.RunAsync());
    await connected.WaitAsync();
    await pooled.Queue.SendTextAsync("drop");
    await connected.WaitAsync();
    (double Bytes, double Time)[] figures = await measure.RunAsync(
        () => bare.SendAsync(utf8.AsMemory(), WebSocketMessageType.Text, true, default),
        () => plain.SendAsync(Encoding.UTF8.GetBytes(text).AsMemory(), WebSocketMessageType.Text, true, default),
        async () => await pooled.Queue.SendTextAsync(text));
    foreach ((string way, (double bytes, double time)) in new[] { "plain", "pooled" }.Zip(figures.Skip(1)))
        Console.WriteLine($"{name,-18}{way,-8}{Math.Max(0, bytes - figures[0].Bytes),10:N0} B{time,9:N1} us");

    await plain.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);
    await bare.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);
    await pooled.DisposeAsync();
    await receiving;

    // The usual loop: a stream, an array and a string for each message.
    async Task ReceivePlainAsync()
    {
        byte[] buffer = new byte[4096];
        var stream = new MemoryStream();
        ValueWebSocketReceiveResult part;
        while ((part = await plain.ReceiveAsync(buffer.AsMemory(), default)).MessageType != WebSocketMessageType.Close)
        {
            stream.Write(buffer, 0, part.Count);
            if (part.EndOfMessage)
            {
                await measure.AnswerAsync(Encoding.UTF8.GetString(stream.ToArray()) == text);
                stream = new MemoryStream();
            }
        }
    }

    // Allocates nothing for a message: what is allocated then is the share of the server and of the sockets, which is not counted.
    async Task ReceiveBareAsync()
    {
        byte[] message = new byte[size];
        ValueWebSocketReceiveResult part = default;
        for (int length = 0; part.MessageType != WebSocketMessageType.Close; length = part.EndOfMessage ? 0 : length + part.Count)
        {
            part = await bare.ReceiveAsync(message.AsMemory(length), default);
            if (part.EndOfMessage)
                await measure.AnswerAsync(message.AsSpan().SequenceEqual(utf8));
        }
    }
}
