using System.Collections.Concurrent;
using Pooling.WebSockets.Hub;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Hub;

namespace Pooling.WebSockets.Client;

/// <summary>Tests the program of samples/apps/WebSocket/README.md, line by line, and its output.</summary>
public sealed class ReadmeExampleTests
{
    [Fact]
    public async Task Program_OfTheReadme_PrintsWhatItSent()
    {
        await using HubServer server = await HubServer.StartAsync(HubTest.PatientOptions);
        var hub = new Uri(server.Address, "echo");

        await using var client = new ReconnectingWebSocketClient(hub, new StringMessages(Console.WriteLine));
        client.Disconnected += why => Console.WriteLine(why);
        await client.StartAsync();
        client.SendText("hello");
        client.SendJson(static (writer, price) => writer.WriteNumberValue(price), 42.5);

        await Wait.Until(() => Console.Lines.Count == 2);
        Assert.Equal(["hello", "42.5"], Console.Lines);
    }
}

/// <summary>Replaces the console in the program.</summary>
file static class Console
{
    internal static ConcurrentQueue<string?> Lines { get; } = new();

    internal static void WriteLine(object? text) => Lines.Enqueue(text?.ToString());
}
