using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

/// <summary>Hostile and hasty members, beside honest ones.</summary>
internal static class WebSocketAttacks
{
    private static readonly byte[] s_text = [0x81, 0x81, 0, 0, 0, 0, (byte)'x']; // masked with zeros, as the next one
    private static readonly byte[] s_close = [0x88, 0x82, 0, 0, 0, 0, 3, 232]; // 1000

    internal static async Task RunAsync(SelfCheck check, MadeProject made)
    {
        using var deadline = new CancellationTokenSource(AttackLength.Limit);
        CancellationToken ending = deadline.Token;
        using (RunningProject project = made.Start(["--Limits:Slow=00:00:20"], [("DOTNET_PROCESSOR_COUNT", "1")]))
        {
            long start = Stopwatch.GetTimestamp();
            do
            {
                await CheckBurstAsync(check, project, ending);
                await CheckWrongTextsAsync(check, project, ending);
                await CheckOriginsAsync(check, project, ending);
                await CheckSlowMembersAsync(check, project, ending);
                await CheckResetsAsync(check, project, ending);
            }
            while (AttackLength.GoesOn(start));

            check.Equal("faults in the log", "", () => string.Join('\n', project.Faults.Take(20)));
        }

        await CheckHalfOpenAsync(check, made, ending);
        await CheckWaitingAsync(check, made, ending);
        await CheckCloseWithoutReadingAsync(check, made, ending);
        await CheckInvalidWithoutReadingAsync(check, made, ending);
        await CheckStopAsync(check, made, ending);
        CheckStopBesideUnfinished(check, made);
        await CheckUnusualTimesAsync(check, made, ending);
    }

    /// <summary>Short messages, as fast as they can be sent, to honest members; the server has one processor.</summary>
    private static async Task CheckBurstAsync(SelfCheck check, RunningProject project, CancellationToken ending)
    {
        foreach ((int members, int messages) in ((int, int)[])[(20, 300), (4, 50_000)])
        {
            ClientWebSocket[] all = await project.JoinAsync(members, ending);
            Task<int>[] counts = [.. all.Select(member => member.CountLettersAsync("last", ending))];
            for (int i = 0; i < messages; i++)
                await all[0].SayAsync(Hub.LetterOf(i), ending);

            await all[0].SayAsync("last", ending);
            int[] heard = await Task.WhenAll(counts);
            check.Equal($"{members} members get a burst of {messages}", members, () => heard.Count(count => count == messages));
            all.DisposeAll();
        }
    }

    private static async Task CheckWrongTextsAsync(SelfCheck check, RunningProject project, CancellationToken ending)
    {
        ClientWebSocket[] all = await project.JoinAsync(20, ending);
        byte[] wrong = [0xFF, 0xFE, 0x80];

        await all[1].SendAsync(wrong, WebSocketMessageType.Binary, true, ending);
        WebSocketCloseStatus? status = await all[1].HearCloseAsync(ending);
        check.Equal("a binary message", WebSocketCloseStatus.InvalidMessageType, () => status);

        await all[2].SendAsync(wrong, WebSocketMessageType.Text, true, ending);
        status = await all[2].HearCloseAsync(ending);
        check.Equal("a text that is no UTF-8", WebSocketCloseStatus.InvalidPayloadData, () => status);

        await all[3].SendAsync(new byte[] { 0xE2 }, WebSocketMessageType.Text, false, ending);
        await all[3].SendAsync(new byte[] { 0x28, 0xA1 }, WebSocketMessageType.Text, true, ending);
        status = await all[3].HearCloseAsync(ending);
        check.Equal("one in two parts", WebSocketCloseStatus.InvalidPayloadData, () => status);

        string longest = new('x', 16 * 1024);
        await all[0].SendAsync(longest.Select(static c => (byte)c).ToArray(), WebSocketMessageType.Text, false, ending);
        await all[0].SendAsync(Array.Empty<byte>(), WebSocketMessageType.Text, true, ending);
        foreach (ClientWebSocket member in all.Where(static (_, i) => i is not (1 or 2 or 3)))
            await member.SkipUntilAsync(longest, ending);

        check.That("the others stay, and get the longest text, whose last part is empty", () => true);
        all.DisposeAll();
    }

    private static async Task CheckOriginsAsync(SelfCheck check, RunningProject project, CancellationToken ending)
    {
        HttpStatusCode? refused = null;
        using var foreign = new ClientWebSocket();
        foreign.Options.CollectHttpResponseDetails = true;
        foreign.Options.SetRequestHeader("Origin", "http://elsewhere.example");
        try
        {
            await foreign.ConnectAsync(new Uri($"ws://127.0.0.1:{project.Port}/room"), ending);
        }
        catch (WebSocketException)
        {
            refused = foreign.HttpStatusCode;
        }

        check.Equal("a page of another site", HttpStatusCode.Forbidden, () => refused ?? HttpStatusCode.OK);
        using ClientWebSocket own = await project.JoinAsync(ending, $"http://127.0.0.1:{project.Port}");
        check.Equal("a page of this site", WebSocketState.Open, () => own.State);
    }

    /// <summary>Several members that read nothing cost the others one pause, and then their places.</summary>
    private static async Task CheckSlowMembersAsync(SelfCheck check, RunningProject project, CancellationToken ending)
    {
        const int Messages = 600;

        string text = new('z', 16_000);
        ClientWebSocket[] honest = await project.JoinAsync(3, ending);
        Socket[] slow = [.. Enumerable.Range(0, 10).Select(_ => project.JoinBare(receiveBuffer: 4_096))];
        Task<int>[] counts = [.. honest.Select(member => CountAsync(member))];
        long before = project.Megabytes;
        long longest = 0;
        for (int i = 0; i < Messages; i++)
        {
            long start = Stopwatch.GetTimestamp();
            await honest[0].SayAsync(text, ending);
            longest = Math.Max(longest, Stopwatch.GetElapsedTime(start).Ticks);
        }

        await honest[0].SayAsync("last", ending);
        int[] heard = await Task.WhenAll(counts);
        long growth = project.Megabytes - before;
        check.Equal("honest members beside slow ones", honest.Length, () => heard.Count(static count => count == Messages));
        check.That("slow members are dropped", () => slow.All(static socket => socket.IsEnded()));
        check.That($"memory grew by {growth} MB", () => growth < 100);
        Console.WriteLine($"10 members that read nothing: {growth} MB, longest pause {TimeSpan.FromTicks(longest).TotalSeconds:F1} s");
        honest.DisposeAll();
        slow.DisposeAll();

        async Task<int> CountAsync(ClientWebSocket member)
        {
            int count = 0;
            while (await member.HearAsync(ending) is { } heard && heard != "last")
                count += heard == text ? 1 : 0;

            return count;
        }
    }

    /// <summary>Connections without a request, and members that say nothing.</summary>
    private static async Task CheckHalfOpenAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using RunningProject project = made.Start(
            "--Limits:Request=00:00:20",
            "--Limits:Connections=6000",
            "--Limits:ConnectionsPerAddress=6000");
        Socket[] silent = [.. Enumerable.Range(0, AttackLength.Connections).Select(_ => project.Connect())];
        using Socket idle = project.JoinBare();
        ClientWebSocket[] honest = await project.JoinAsync(2, ending);
        check.That("members join beside connections without a request", () => honest.Length == 2);
        check.That("which are ended", () => silent.All(static socket => socket.IsEnded()));
        check.That("the system asks silent members whether they are there", () =>
            Waiting.Until(() => project.AsksSilentMembers));
        silent.DisposeAll();
        honest.DisposeAll();
    }

    /// <summary>A member whose texts wait longer than the time for an answer: the hub reads nothing from it in the
    /// meantime.</summary>
    private static async Task CheckWaitingAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using RunningProject project = made.Start("--Limits:Slow=00:05:00", "--Limits:Ping=00:00:02");
        ClientWebSocket[] honest = await project.JoinAsync(2, ending);
        using Socket slow = project.JoinBare(receiveBuffer: 4_096);
        Task hearing = honest[1].SkipUntilAsync("b", ending); // which also answers the hub
        await SayUntilTheHubWaitsAsync(honest[0], ending);
        await honest[1].SayAsync("a", ending);
        await honest[1].SayAsync("b", ending);
        await Task.WhenAny(hearing, Task.Delay(TimeSpan.FromSeconds(10), ending));
        check.That("who waits for its turn stays", () => !hearing.IsCompleted);
        slow.Reset();
        await hearing;
        honest.DisposeAll();
    }

    private static async Task CheckResetsAsync(SelfCheck check, RunningProject project, CancellationToken ending)
    {
        ClientWebSocket[] honest = await project.JoinAsync(2, ending);
        for (int i = 0; i < AttackLength.Connections; i++)
            project.JoinBare().Reset();

        await honest[0].SayAsync("still here", ending);
        foreach (ClientWebSocket member in honest)
            await member.SkipUntilAsync("still here", ending);

        check.That("the others stay when members reset", () => true);
        honest.DisposeAll();
    }

    /// <summary>A member that reads nothing, also after it has sent a close: its place is free after the time for
    /// closing.</summary>
    private static async Task CheckCloseWithoutReadingAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using RunningProject project = made.Start(
            "--Limits:ConnectionsPerAddress=3",
            "--Limits:Slow=00:05:00",
            "--Limits:Close=00:00:02",
            "--Limits:Ping=00:10:00");
        using ClientWebSocket honest = await project.JoinAsync(ending);
        using Socket leaving = project.JoinBare(receiveBuffer: 4_096);
        Socket? joined = null; // refused while the place of an earlier one is not free yet
        Waiting.Until(() => (joined = TryJoin(project, sendBuffer: 4_096)) is not null);
        using Socket third = joined ?? throw new InvalidOperationException("The third member has no place.");
        await SayUntilTheHubWaitsAsync(honest, ending);

        int sent = third.SendUntilFull(s_text.Times(1_000));
        check.That($"the hub holds little that it does not read: {sent} B were sent", () => sent is > 16_384 and < 1 << 20);

        Task<int> place = Task.Run(() => Waiting.Until(() => HasPlace(project)) ? 1 : 0, ending);
        leaving.Send(s_close);
        check.Equal("who closes and does not read is gone after the time for it", 1, () => place.GetAwaiter().GetResult());
    }

    /// <summary>A text that is no UTF-8, from a member for which others wait: it gets the reason.</summary>
    private static async Task CheckInvalidWithoutReadingAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using RunningProject project = made.Start(
            "--Limits:Slow=00:05:00", "--Limits:Close=00:00:20", "--Limits:Ping=00:10:00");
        using ClientWebSocket honest = await project.JoinAsync(ending);
        using Socket wrong = project.JoinBare(receiveBuffer: 4_096);
        await SayUntilTheHubWaitsAsync(honest, ending);

        wrong.Send([0x81, 0x81, 0, 0, 0, 0, 0xFF]);
        check.Equal("who sends no UTF-8 gets the reason behind what waits", "88-02-03-EF", // 1007
            () => ReceiveClose(wrong));
    }

    /// <summary>Sends texts until the hub waits for a member that does not read.</summary>
    private static async Task SayUntilTheHubWaitsAsync(ClientWebSocket honest, CancellationToken ending)
    {
        string text = new('z', 16_000);
        for (int i = 0; i < 400; i++)
        {
            await honest.SayAsync(text, ending);
            Task next = honest.SkipUntilAsync(text, ending);
            if (await Task.WhenAny(next, Task.Delay(20_000, ending)) != next)
                return;
        }
    }

    /// <summary>Receives until a close, behind which a message may come that was on its way.</summary>
    /// <returns>The bytes of the close; fewer if none comes.</returns>
    private static string ReceiveClose(Socket socket)
    {
        byte[] close = [];
        byte[] piece = new byte[65_536];
        try
        {
            while (close.Length < 4 && socket.Receive(piece) is > 0 and int count)
                close = [.. close.Concat(piece.Take(count)).SkipWhile(static value => value != 0x88).Take(4)];
        }
        catch (SocketException)
        {
            // The connection was reset.
        }

        return BitConverter.ToString(close);
    }

    /// <summary>Ctrl+C: members get what was sent, and a close.</summary>
    private static async Task CheckStopAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using RunningProject project = made.Start("--Limits:Close=00:00:20");
        ClientWebSocket[] all = await project.JoinAsync(5, ending);
        for (int i = 0; i < 100; i++)
            await all[0].SayAsync(Hub.LetterOf(i), ending);

        await all[0].SayAsync("last", ending);
        await all[0].SkipUntilAsync("last", ending); // so the others have a share of each
        project.Interrupt();
        int[] heard = await Task.WhenAll(all.Skip(1).Select(member => member.CountLettersAsync("last", ending)));
        check.Equal("Ctrl+C: members get what was sent", 4, () => heard.Count(static count => count == 100));
        WebSocketCloseStatus?[] statuses = await Task.WhenAll(all.Select(async member =>
        {
            WebSocketCloseStatus? status = await member.HearCloseAsync(ending);
            await member.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, ending);
            return status;
        }));
        check.Equal("and a close", 5, () => statuses.Count(static status => status == WebSocketCloseStatus.EndpointUnavailable));
        check.Equal("and the server ends", 0, () => project.WaitForExit());
        all.DisposeAll();
    }

    /// <summary>Ctrl+C: a request that is not whole does not delay the end, for which the host would take 30
    /// seconds.</summary>
    private static void CheckStopBesideUnfinished(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--Limits:Close=00:00:01");
        using Socket unfinished = project.Connect();
        unfinished.Send("GET /"u8);
        var time = Stopwatch.StartNew();
        project.Interrupt();
        check.Equal("Ctrl+C: the server ends beside an unfinished request", 0, () => project.WaitForExit());
        check.That($"in time, after {time.Elapsed.TotalSeconds:F0} s", () => time.Elapsed < TimeSpan.FromSeconds(25));
    }

    /// <summary>Times that the system, or a doubled time, does not have.</summary>
    private static async Task CheckUnusualTimesAsync(SelfCheck check, MadeProject made, CancellationToken ending)
    {
        using (RunningProject project = made.Start("--Limits:Ping=10:00:00")) // more than TCP of Linux takes
        {
            using ClientWebSocket member = await project.JoinAsync(ending);
            check.That("a long time until the system asks", () => Waiting.Until(() => project.AsksSilentMembers));
        }

        foreach (string never in (string[])["00:00:00", "-00:00:00.0010000"])
        {
            using RunningProject project = made.Start($"--Limits:Ping={never}", "--Limits:Close=-00:00:00.0010000");
            using (ClientWebSocket member = await project.JoinAsync(ending))
            {
                await member.SayAsync("ready", ending);
                await member.SkipUntilAsync("ready", ending);
                check.That("the system never asks", () => !OperatingSystem.IsLinux() || !project.AsksSilentMembers);
                await member.CloseAsync(WebSocketCloseStatus.NormalClosure, null, ending);
            }

            project.Interrupt();
            check.Equal("Ctrl+C: the server ends, with any time for it", 0, () => project.WaitForExit());
        }
    }

    private static bool HasPlace(RunningProject project)
    {
        using Socket? joined = TryJoin(project);
        return joined is not null;
    }

    /// <returns>The member; <see langword="null"/> if its address has no place for it.</returns>
    private static Socket? TryJoin(RunningProject project, int sendBuffer = 0)
    {
        try
        {
            return project.JoinBare(sendBuffer: sendBuffer);
        }
        catch (Exception exception) when (exception is SocketException or InvalidDataException)
        {
            return null;
        }
    }
}
