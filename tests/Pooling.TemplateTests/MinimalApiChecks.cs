using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

internal static class MinimalApiChecks
{
    private const int OrderSourceCount = 1_000;

    internal static void Run(SelfCheck check, InstalledTemplates templates, string name) => check.That(name + " runs", () =>
    {
        MadeProject made = templates.Make("pooling-minimalapi", name);
        using RunningProject project = made.Start();
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{project.Port}") };

        check.Equal("one order", """{"number":7,"customer":"customer 7","total":10.5}""", () => Get(client, "/orders/7"));
        check.Equal("no such order", HttpStatusCode.NotFound, () => client.GetAsync("/orders/1001").GetAwaiter().GetResult().StatusCode);
        check.Equal("an array of orders", 1_000, () => JsonDocument.Parse(Get(client, "/orders")).RootElement.GetArrayLength());
        check.Equal("lines of orders", string.Join(',', Enumerable.Range(1, 1_000)), () => string.Join(',', Get(client, "/orders.ndjson")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => JsonDocument.Parse(line).RootElement.GetProperty("number").GetInt32())));

        using RunningProject eager = made.Start("--EventPause=00:00:00");
        check.Equal("events", Events(1), () => ReadEvents(eager, "", $"id: {OrderSourceCount}\n"));
        check.Equal("events after one", Events(991), () => ReadEvents(eager, "Last-Event-ID: 990\r\n", $"id: {OrderSourceCount}\n"));
        check.Equal("faults in the log", "", () => LeaveWhileFollowing(made));
        CheckStop(check, made);
        CheckStopUnread(check, made);
        return true;
    });

    private static string Events(int first) => string.Concat(Enumerable.Range(first, OrderSourceCount - first + 1).Select(static number =>
        FormattableString.Invariant(
            $"id: {number}\ndata: {{\"number\":{number},\"customer\":\"customer {number % 10}\",\"total\":{number * 1.5m}}}\n\n")));

    private static string ReadEvents(RunningProject project, string header, string last)
    {
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{project.Port}") };
        using var request = new HttpRequestMessage(HttpMethod.Get, "/orders/events");
        if (header.Split(": ") is [string name, string value])
            request.Headers.Add(name, value.Trim());

        using HttpResponseMessage response = client.Send(request);
        string text = response.Content.ReadAsStringAsync().GetAwaiter().GetResult();
        return response.Content.Headers.ContentType?.MediaType == "text/event-stream" && text.Contains(last, StringComparison.Ordinal)
            ? text : $"not the events: {text}";
    }

    /// <summary>Leaves in the middle of the events, many times, by a reset.</summary>
    private static string LeaveWhileFollowing(MadeProject made)
    {
        using RunningProject project = made.Start("--EventPause=00:00:00.010");
        for (int i = 0; i < 50; i++)
        {
            Socket socket = project.Connect();
            socket.Send("GET /orders/events HTTP/1.1\r\nHost: localhost\r\n\r\n"u8);
            socket.Receive(400);
            socket.Reset();
        }

        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{project.Port}") };
        Get(client, "/orders"); // takes longer than they need to end
        return string.Join('\n', project.Faults);
    }

    /// <summary>Ctrl+C ends an event stream, as if it were complete.</summary>
    private static void CheckStop(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--EventPause=00:01:00");
        using Socket following = project.Connect();
        following.Send("GET /orders/events HTTP/1.1\r\nHost: localhost\r\n\r\n"u8);
        following.Receive(1);
        var time = Stopwatch.StartNew();
        project.Interrupt();
        check.That("Ctrl+C ends the events", () =>
            Encoding.ASCII.GetString(following.Receive()).EndsWith("\r\n0\r\n\r\n", StringComparison.Ordinal));
        check.Equal("and the server", 0, () => project.WaitForExit());
        check.That($"in time, after {time.Elapsed.TotalSeconds:F0} s", () => time.Elapsed < TimeSpan.FromSeconds(25));
        check.Equal("without faults in the log", "", () => string.Join('\n', project.Faults));
    }

    /// <summary>Ctrl+C also ends an event stream whose client does not read.</summary>
    private static void CheckStopUnread(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--EventPause=00:00:00");
        using Socket unread = project.Connect(receiveBuffer: 4096);
        for (int i = 0; i < 500; i++) // answers that are far longer together than what the system takes
            unread.Send("GET /orders/events HTTP/1.1\r\nHost: localhost\r\n\r\n"u8);

        unread.Receive(1);
        Thread.Sleep(TimeSpan.FromSeconds(3)); // until nothing more can be sent
        var time = Stopwatch.StartNew();
        project.Interrupt();
        check.Equal("Ctrl+C ends the server beside events that nobody reads", 0, () => project.WaitForExit());
        check.That($"in time, after {time.Elapsed.TotalSeconds:F0} s", () => time.Elapsed < TimeSpan.FromSeconds(25));
        check.Equal("without faults in the log", "", () => string.Join('\n', project.Faults));
    }

    private static string Get(HttpClient client, string path) => client.GetStringAsync(path).GetAwaiter().GetResult();
}
