using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

namespace Pooling.TemplateTests;

/// <summary>Members of the hub: those that behave, and one on a bare socket.</summary>
internal static class Hub
{
    internal static async Task<ClientWebSocket> JoinAsync(this RunningProject project, CancellationToken ending, string? origin = null)
    {
        var socket = new ClientWebSocket();
        if (origin is not null)
            socket.Options.SetRequestHeader("Origin", origin);

        await socket.ConnectAsync(new Uri($"ws://127.0.0.1:{project.Port}/room"), ending);
        return socket;
    }

    /// <summary>Joins several, and waits until the server knows each of them, which is when it gets its own
    /// message.</summary>
    internal static async Task<ClientWebSocket[]> JoinAsync(this RunningProject project, int count, CancellationToken ending)
    {
        ClientWebSocket[] members = await Task.WhenAll(Enumerable.Range(0, count).Select(_ => project.JoinAsync(ending)));
        for (int i = 0; i < count; i++)
        {
            await members[i].SayAsync($"ready {i}", ending);
            foreach (ClientWebSocket member in members.Take(i + 1))
                await member.SkipUntilAsync($"ready {i}", ending);
        }

        await members[0].SayAsync("all", ending);
        foreach (ClientWebSocket member in members)
            await member.SkipUntilAsync("all", ending);

        return members;
    }

    /// <summary>Joins without reading anything but the response.</summary>
    internal static Socket JoinBare(this RunningProject project, int receiveBuffer = 0, int sendBuffer = 0)
    {
        Socket socket = project.Connect(receiveBuffer, sendBuffer);
        socket.Send("GET /room HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"u8);
        socket.Send("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"u8);
        string response = "";
        while (!response.EndsWith("\r\n\r\n", StringComparison.Ordinal) && socket.Receive(1) is [var next])
            response += (char)next;

        return response.StartsWith("HTTP/1.1 101", StringComparison.Ordinal) ? socket : throw new InvalidDataException(response);
    }

    internal static Task SayAsync(this ClientWebSocket member, string text, CancellationToken ending) =>
        member.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, ending);

    /// <summary>Receives a text.</summary>
    /// <returns>The text; <see langword="null"/> for a close.</returns>
    internal static async Task<string?> HearAsync(this ClientWebSocket member, CancellationToken ending)
    {
        var message = new MemoryStream();
        byte[] piece = new byte[16_384];
        while (true)
        {
            WebSocketReceiveResult part = await member.ReceiveAsync(piece, ending);
            if (part.MessageType == WebSocketMessageType.Close)
                return null;

            message.Write(piece, 0, part.Count);
            if (part.EndOfMessage)
                return Encoding.UTF8.GetString(message.ToArray());
        }
    }

    internal static async Task SkipUntilAsync(this ClientWebSocket member, string text, CancellationToken ending)
    {
        while (await member.HearAsync(ending) is { } heard)
        {
            if (heard == text)
                return;
        }

        throw new InvalidOperationException($"Closed with {member.CloseStatus} before '{text}'.");
    }

    /// <summary>Receives all there is.</summary>
    /// <returns>The reason with which the server has closed; <see langword="null"/> if the connection has just
    /// ended.</returns>
    internal static async Task<WebSocketCloseStatus?> HearCloseAsync(this ClientWebSocket member, CancellationToken ending)
    {
        try
        {
            while (await member.HearAsync(ending) is not null)
                continue;

            return member.CloseStatus;
        }
        catch (WebSocketException)
        {
            return null;
        }
    }

    /// <summary>Counts the messages until a last one, each of which must be the next letter.</summary>
    internal static async Task<int> CountLettersAsync(this ClientWebSocket member, string last, CancellationToken ending)
    {
        for (int count = 0; ; count++)
        {
            string? heard = await member.HearAsync(ending);
            if (heard == last)
                return count;

            if (heard != LetterOf(count))
                return -1; // closed, or out of order
        }
    }

    internal static string LetterOf(int number) => ((char)('a' + (number % 26))).ToString();

    internal static void DisposeAll(this IEnumerable<IDisposable> members)
    {
        foreach (IDisposable member in members)
            member.Dispose();
    }
}
