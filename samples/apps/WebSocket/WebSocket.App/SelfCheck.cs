using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;

namespace WebSockets.App;

/// <summary>Checks hub and client, including copies of them in another project.</summary>
internal static class SelfCheck
{
    private const int Messages = 1000;


    /// <summary>Runs the checks.</summary>
    /// <param name="output">Receives the failures and the counts.</param>
    /// <returns>The exit code: 0 if nothing failed.</returns>
    public static int Run(TextWriter output)
    {
        var checks = new Checks(output);
        CheckAll(checks).GetAwaiter().GetResult();
        return checks.End();
    }

    private static async Task CheckAll(Checks checks)
    {
        HubServer hub = await HubServer.StartAsync(new HubOptions()).ConfigureAwait(false);
        await using (hub.ConfigureAwait(false))
        {
            await CheckClient(checks, hub).ConfigureAwait(false);
            await CheckMini(checks, hub).ConfigureAwait(false);
            await checks.Until("the sockets are gone", () => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 }).ConfigureAwait(false);
        }
    }

    private static async Task CheckClient(Checks checks, HubServer hub)
    {
        var echoes = new Echoes();
        var losses = new List<Disconnection>();
        var client = new ReconnectingWebSocketClient(new Uri(hub.Address, "echo"), echoes);
        client.Disconnected += losses.Add;
        await using (client.ConfigureAwait(false))
        {
            await client.StartAsync().ConfigureAwait(false);
            for (int i = 0; i < Messages; i++)
                checks.Add("a text is taken", client.SendText($"text {i}"));

            await checks.Until("texts come back", () => echoes.Count == Messages).ConfigureAwait(false);
            checks.Add("in order", echoes.Texts.SequenceEqual(Enumerable.Range(0, Messages).Select(static i => $"text {i}")));
            byte[] data = new byte[200_000];
            new Random(1).NextBytes(data);
            checks.Add("binary data is taken", client.Send(data));
            await checks.Until("it comes back", () => echoes.Data is not null).ConfigureAwait(false);
            checks.Add("as it was", data.AsSpan().SequenceEqual(echoes.Data));
            checks.Add("JSON is taken", client.SendJson(static (writer, value) => writer.WriteNumberValue(value), 42));
            await checks.Until("it comes back", () => echoes.Count == Messages + 1 && echoes.Texts[^1] == "42").ConfigureAwait(false);
            await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "done").ConfigureAwait(false);
        }

        checks.Add("the client ended as it was told", losses is [{ Reason: DisconnectReason.ClosedByUser }] && client.HandlerFaults == 0);
        checks.Add("nothing was lost", client.Outbox is { Lost: 0, Waiting: 0, WaitingBytes: 0, Sent: Messages + 2 });
    }

    private static async Task CheckMini(Checks checks, HubServer hub)
    {
        var echoes = new Echoes();
        MiniWebSocketClient client = await MiniWebSocketClient.ConnectAsync(new Uri(hub.Address, "echo"), echoes).ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            checks.Add("a text is taken by the small client", client.Outbox.SendText("mini"));
            await checks.Until("it comes back", () => echoes.Count == 1 && echoes.Texts[0] == "mini").ConfigureAwait(false);
        }
    }

    private sealed class Echoes : IMessageHandler
    {
        private readonly Lock _lock = new();
        private readonly List<string> _texts = [];

        public byte[]? Data { get; private set; }

        public int Count
        {
            get
            {
                lock (_lock)
                    return _texts.Count;
            }
        }

        public string[] Texts
        {
            get
            {
                lock (_lock)
                    return [.. _texts];
            }
        }

        public void OnText(ReadOnlySpan<byte> utf8)
        {
            lock (_lock)
                _texts.Add(Encoding.UTF8.GetString(utf8));
        }

        public void OnBinary(in ReadOnlySequence<byte> data) => Data = data.ToArray();
    }
}
