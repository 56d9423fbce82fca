using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Pooling.Samples.WebSocketClient;

try
{
    await using WebApplication server = await EchoServer.StartAsync();
    await ReconnectAsync(EchoServer.AddressOf(server));
    Console.WriteLine("One message, sent to a server and back. All answers are compared with what was sent.\n");
    Console.WriteLine($"{"message",-18}{"way",-8}{"allocated",12}{"time",12}");
    (string Name, int Size, int Parts)[] messages = [("64 B", 64, 1), ("1 KB", 1024, 1), ("16 KB", 16384, 1), ("16 KB, 16 parts", 16384, 16)];
    foreach ((string name, int size, int parts) in messages)
        await CompareAsync(name, size, EchoServer.AddressOf(server, parts));

    Console.WriteLine("\nNot counted: what the server and the two sockets allocate. It was measured with one array for all messages.");
    Console.WriteLine("What to copy: PooledClient.cs and SendQueue.cs");
    return 0;
}
catch (Exception exception)
{
    Console.Error.WriteLine(exception.Message);
    return 1;
}

static async Task ReconnectAsync(Uri uri)
{
    const int Drops = 3;
    using var connected = new SemaphoreSlim(0);
    using var answered = new SemaphoreSlim(0);
    int lost = 0;
    await using var client = new PooledClient(
        uri,
        (message, _, _) =>
        {
            if (message.WrittenSpan.SequenceEqual("hello"u8))
                answered.Release();

            return ValueTask.CompletedTask;
        },
        _ => lost++)
    {
        MinReconnectDelay = TimeSpan.FromMilliseconds(20),
        OnConnected = (_, _) => Task.FromResult(connected.Release()),
    };
    Task running = client.RunAsync();
    for (int i = 0; i <= Drops; i++)
    {
        await connected.WaitAsync();
        await client.Queue.SendTextAsync("hello");
        await answered.WaitAsync();
        if (i < Drops)
            await client.Queue.SendTextAsync("drop");
    }

    await client.DisposeAsync();
    await running;
    Console.WriteLine($"The server dropped {lost} connections. The client connected again, and got an answer each time.");
}

static async Task CompareAsync(string name, int size, Uri uri)
{
    var exchange = new Exchange("{\"é\":\"" + new string('x', size - 9) + "\"}");
    using ClientWebSocket plain = new(), bare = new();
    await plain.ConnectAsync(uri, CancellationToken.None);
    await bare.ConnectAsync(uri, CancellationToken.None);
    await using var pooled = new PooledClient(
        uri,
        (message, _, _) =>
        {
            exchange.Answer(message.WrittenSpan);
            return ValueTask.CompletedTask;
        },
        Console.Error.WriteLine);
    Task[] receiving = [PlainClient.ReceiveAllAsync(plain, exchange.Answer), ReceiveBareAsync(), pooled.RunAsync()];
    Func<int, Task>[] ways =
    [
        count => exchange.RunAsync(count, _ => bare.SendAsync(exchange.Utf8.AsMemory(), WebSocketMessageType.Text, true, default)),
        count => exchange.RunAsync(count, text => PlainClient.SendTextAsync(plain, text)),
        count => exchange.RunAsync(count, async text => await pooled.Queue.SendTextAsync(text)),
    ];
    foreach (Func<int, Task> way in ways)
        await way(2000); // checks the answers, and warms up

    (double Bytes, double Time)[] figures = await Measure.RunAsync(400, ways);
    Print("plain", figures[1]);
    Print("pooled", figures[2]);
    foreach (ClientWebSocket socket in (ClientWebSocket[])[plain, bare])
        await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);

    await pooled.DisposeAsync();
    await Task.WhenAll(receiving);

    void Print(string way, (double Bytes, double Time) figure) =>
        Console.WriteLine($"{name,-18}{way,-8}{Math.Max(0, figure.Bytes - figures[0].Bytes),10:N0} B{figure.Time,9:N1} us");

    async Task ReceiveBareAsync()
    {
        byte[] message = new byte[size];
        for (int length = 0; ;)
        {
            ValueWebSocketReceiveResult part = await bare.ReceiveAsync(message.AsMemory(length), CancellationToken.None);
            if (part.MessageType == WebSocketMessageType.Close)
                return;

            length += part.Count;
            if (part.EndOfMessage)
                exchange.Answer(message.AsSpan(0, length));

            length = part.EndOfMessage ? 0 : length;
        }
    }
}
