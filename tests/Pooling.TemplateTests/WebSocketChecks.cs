using System.Net;
using System.Net.WebSockets;
using System.Text;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

internal static class WebSocketChecks
{
    internal static void Run(SelfCheck check, InstalledTemplates templates, string name) => check.That(name + " runs", () =>
    {
        MadeProject made = templates.Make("pooling-websocket", name);
        using (RunningProject project = made.Start(("Limits__Slow", "00:00:20"))) // the machine may be busy
            RunAsync(check, project).GetAwaiter().GetResult();

        WebSocketAttacks.RunAsync(check, made).GetAwaiter().GetResult();
        return true;
    });

    private static async Task RunAsync(SelfCheck check, RunningProject project)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(600));
        CancellationToken ending = deadline.Token;
        using ClientWebSocket first = await ConnectAsync(project, ending);
        using ClientWebSocket second = await ConnectAsync(project, ending);

        // The server knows a member once it has got its own message back.
        foreach (ClientWebSocket member in (ClientWebSocket[])[first, second])
        {
            await SendAsync(member, "ready", ending);
            await ReceiveUntilAsync(member, "ready", ending);
        }

        string text = new('x', 10_000);
        await SendAsync(first, text, ending);
        foreach (ClientWebSocket member in (ClientWebSocket[])[first, second])
        {
            string received = await ReceiveUntilAsync(member, text, ending);
            check.Equal("a message for all", text, () => received);
        }

        await SendAsync(second, new string('y', 20_000), ending);
        WebSocketCloseStatus? status = await ReceiveCloseAsync(second, ending);
        check.Equal("a message that is too long", WebSocketCloseStatus.MessageTooBig, () => status);

        await SendAsync(first, "still here", ending);
        string last = await ReceiveUntilAsync(first, "still here", ending);
        check.Equal("the others stay", "still here", () => last);

        await CheckSlowMemberAsync(check, project, first, ending);
        await first.CloseAsync(WebSocketCloseStatus.NormalClosure, null, ending);
        check.Equal("a close", WebSocketCloseStatus.NormalClosure, () => first.CloseStatus);

        using var client = new HttpClient();
        using HttpResponseMessage plain = await client.GetAsync($"http://127.0.0.1:{project.Port}/room", ending);
        check.Equal("no upgrade", HttpStatusCode.UpgradeRequired, () => plain.StatusCode);
    }

    /// <summary>More messages than the buffers of a connection and the queue of a member hold, to one that reads none of them.</summary>
    private static async Task CheckSlowMemberAsync(
        SelfCheck check, RunningProject project, ClientWebSocket quick, CancellationToken ending)
    {
        const int Messages = 3_000;

        using ClientWebSocket slow = await ConnectAsync(project, ending);
        await SendAsync(slow, "ready", ending);
        await ReceiveUntilAsync(slow, "ready", ending);

        int delivered = 0;
        for (; delivered < Messages; delivered++)
        {
            string text = $"{delivered}{new string('z', 10_000)}";
            await SendAsync(quick, text, ending);
            if (await ReceiveUntilAsync(quick, text, ending) != text)
                break;
        }

        check.Equal("others do not wait for a slow member", Messages, () => delivered);
        bool isDropped = false;
        try
        {
            while ((await slow.ReceiveAsync(new byte[16_384], ending)).MessageType != WebSocketMessageType.Close)
                continue;
        }
        catch (WebSocketException)
        {
            isDropped = true;
        }

        check.That("a slow member is dropped", () => isDropped);
    }

    private static async Task<ClientWebSocket> ConnectAsync(RunningProject project, CancellationToken ending)
    {
        var socket = new ClientWebSocket();
        await socket.ConnectAsync(new Uri($"ws://127.0.0.1:{project.Port}/room"), ending);
        return socket;
    }

    private static Task SendAsync(ClientWebSocket socket, string text, CancellationToken ending) =>
        socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, ending);

    /// <summary>Skips messages of others that came before.</summary>
    private static async Task<string> ReceiveUntilAsync(ClientWebSocket socket, string expected, CancellationToken ending)
    {
        while (true)
        {
            var message = new MemoryStream();
            byte[] piece = new byte[4_096];
            WebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(piece, ending);
                message.Write(piece, 0, part.Count);
            }
            while (!part.EndOfMessage);

            string text = Encoding.UTF8.GetString(message.ToArray());
            if (text == expected || text is not "ready") // a close is empty
                return text;
        }
    }

    private static async Task<WebSocketCloseStatus?> ReceiveCloseAsync(ClientWebSocket socket, CancellationToken ending)
    {
        byte[] piece = new byte[4_096];
        while ((await socket.ReceiveAsync(piece, ending)).MessageType != WebSocketMessageType.Close)
            continue;

        return socket.CloseStatus;
    }
}
