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

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // reached only if something is wrong

    /// <summary>Runs the checks.</summary>
    /// <param name="output">Receives the failures and the counts.</param>
    /// <returns>The exit code: 0 if nothing failed.</returns>
    public static int Run(TextWriter output)
    {
        int passed = 0;
        int failed = 0;
        CheckAll(Check).GetAwaiter().GetResult();
        output.WriteLine($"Passed: {passed}, Failed: {failed}");
        return failed == 0 ? 0 : 1;

        void Check(string what, bool holds)
        {
            passed += holds ? 1 : 0;
            failed += holds ? 0 : 1;
            if (!holds)
                output.WriteLine($"FAILED {what}");
        }
    }

    private static async Task CheckAll(Action<string, bool> check)
    {
        HubServer hub = await HubServer.StartAsync(new HubOptions()).ConfigureAwait(false);
        await using (hub.ConfigureAwait(false))
        {
            await CheckClient(check, hub).ConfigureAwait(false);
            await CheckMini(check, hub).ConfigureAwait(false);
            check("the sockets are gone", await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 }).ConfigureAwait(false));
        }
    }

    private static async Task CheckClient(Action<string, bool> check, HubServer hub)
    {
        var echoes = new Echoes();
        var losses = new List<Disconnection>();
        var client = new ReconnectingWebSocketClient(new Uri(hub.Address, "echo"), echoes);
        client.Disconnected += losses.Add;
        await using (client.ConfigureAwait(false))
        {
            await client.StartAsync().ConfigureAwait(false);
            for (int i = 0; i < Messages; i++)
                check("a text is taken", client.SendText($"text {i}"));

            check("texts come back", await Until(() => echoes.Count == Messages).ConfigureAwait(false));
            check("in order", echoes.Texts.SequenceEqual(Enumerable.Range(0, Messages).Select(static i => $"text {i}")));
            byte[] data = new byte[200_000];
            new Random(1).NextBytes(data);
            check("binary data is taken", client.Send(data));
            check("it comes back", await Until(() => echoes.Data is not null).ConfigureAwait(false));
            check("as it was", data.AsSpan().SequenceEqual(echoes.Data));
            check("JSON is taken", client.SendJson(static (writer, value) => writer.WriteNumberValue(value), 42));
            check("it comes back", await Until(() => echoes.Count == Messages + 1).ConfigureAwait(false) && echoes.Texts[^1] == "42");
            await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "done").ConfigureAwait(false);
        }

        check("the client ended as it was told", losses is [{ Reason: DisconnectReason.ClosedByUser }] && client.HandlerFaults == 0);
        check("nothing was lost", client.Outbox is { Lost: 0, Waiting: 0, WaitingBytes: 0, Sent: Messages + 2 });
    }

    private static async Task CheckMini(Action<string, bool> check, HubServer hub)
    {
        var echoes = new Echoes();
        MiniWebSocketClient client = await MiniWebSocketClient.ConnectAsync(new Uri(hub.Address, "echo"), echoes).ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            check("a text is taken by the small client", client.Outbox.SendText("mini"));
            check("it comes back", await Until(() => echoes.Count == 1).ConfigureAwait(false) && echoes.Texts[0] == "mini");
        }
    }

    private static async Task<bool> Until(Func<bool> condition)
    {
        for (DateTime end = DateTime.UtcNow + s_patience; DateTime.UtcNow < end; await Task.Delay(20).ConfigureAwait(false))
        {
            if (condition())
                return true;
        }

        return false;
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
