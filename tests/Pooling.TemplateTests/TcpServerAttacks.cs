using System.Diagnostics;
using System.Net.Sockets;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

/// <summary>Hostile and hasty clients, beside an honest one.</summary>
internal static class TcpServerAttacks
{
    private const int MessagesOfEach = 10;

    internal static void Run(SelfCheck check, MadeProject made)
    {
        string[] settings =
        [
            "--Logging:LogLevel:Default=Debug",
            "--Limits:FirstMessage=00:00:20", // which all of them have, also on a busy machine
            "--Limits:Idle=00:00:30",
            "--Limits:Send=00:00:20",
        ];
        using (RunningProject project = made.Start(settings))
        {
            using var honest = new HonestClient(project);
            long start = Stopwatch.GetTimestamp();
            do
            {
                CheckUnread(check, project);
                CheckClosing(check, project);
                CheckResets(check, project);
                CheckSlow(check, project);
                CheckFlood(check, project);
            }
            while (AttackLength.GoesOn(start));

            check.That("an honest client beside all of them", honest.HasAll);
            check.Equal("faults in the log", "", () => string.Join('\n', project.Faults.Take(20)));
        }

        CheckMany(check, made);
        CheckPlaces(check, made);
        CheckStop(check, made);
    }

    private static void CheckClosing(SelfCheck check, RunningProject project)
    {
        const int HalfClosing = 630;

        int closing = AttackLength.Connections;
        int before = CountEnds(project, MessagesOfEach);

        // Large enough that replies to the first ones have been refused before the last ones are read.
        AtOnce(closing, _ =>
        {
            using Socket socket = project.Connect();
            for (int i = 0; i < MessagesOfEach; i++)
                socket.Send(Frames.Echo(4_000));
        });
        check.That("messages before a close are handled", () =>
            Waiting.Until(() => CountEnds(project, MessagesOfEach) - before >= closing));

        int answered = 0;
        byte[] answers = Frames.Echoed(1_000).Times(MessagesOfEach);
        AtOnce(HalfClosing, _ =>
        {
            using Socket socket = project.Connect();
            for (int i = 0; i < MessagesOfEach; i++)
                socket.Send(Frames.Echo(1_000));

            socket.Shutdown(SocketShutdown.Send);
            if (socket.Receive().AsSpan().SequenceEqual(answers))
                Interlocked.Increment(ref answered);
        });
        check.Equal("messages before a half-close are answered", HalfClosing, () => answered);
        check.That("and each end is logged", () =>
            Waiting.Until(() => CountEnds(project, MessagesOfEach) - before >= closing + HalfClosing));
    }

    private static void CheckResets(SelfCheck check, RunningProject project)
    {
        const int Resets = 500;

        int lines = project.Output.Length;
        int before = CountEnds(project, 1);
        AtOnce(Resets, _ =>
        {
            Socket socket = project.Connect();
            socket.Send(Frames.Echo(100));
            socket.Receive(1);
            socket.Reset();
        });
        check.That("each reset is logged", () => Waiting.Until(() => CountEnds(project, 1) - before >= Resets));
        check.That("in one line each, and one with the category", () =>
            project.Output.Length - lines <= (2 * Resets) + 200);

        using Socket again = project.Connect();
        again.Send(Frames.Echo(100));
        check.Equal("who sends again is answered", 101, () => again.Receive(101).Length);
    }

    private static void CheckSlow(SelfCheck check, RunningProject project)
    {
        Socket[] silent = [.. Enumerable.Range(0, 20).Select(_ => project.Connect())];
        using Socket dripping = project.Connect();
        byte[] message = Frames.Echo(4_000);
        int sent = 0;
        check.That("who sends a byte at a time is ended", () => Waiting.Until(() =>
        {
            try
            {
                dripping.Send(message, sent++, 1, SocketFlags.None);
                return dripping.Poll(0, SelectMode.SelectRead);
            }
            catch (SocketException)
            {
                return true;
            }
        }));
        check.That("before its message is whole", () => sent < message.Length);
        check.That("who sends nothing is ended", () => silent.All(static socket => socket.IsEnded()));

        int malformed = CountLines(project, "is unknown or malformed");
        using Socket open = project.Connect();
        open.Send([2, 9, 9]);
        check.That("who sends a malformed message and stays is ended for the message", () =>
            Waiting.Until(() => CountLines(project, "is unknown or malformed") > malformed));
        foreach (Socket socket in silent)
            socket.Dispose();
    }

    /// <summary>Clients that send as much as they can and read nothing.</summary>
    private static void CheckUnread(SelfCheck check, RunningProject project)
    {
        long before = project.Megabytes;
        long peak = before;
        byte[] messages = Frames.Echo(16_000).Times(20);
        Socket[] unread = [.. Enumerable.Range(0, 200).Select(_ => project.Connect(receiveBuffer: 4_096))];
        foreach (Socket socket in unread)
            socket.Blocking = false;

        check.That("who does not read is ended", () => Waiting.Until(() =>
        {
            int ended = unread.Count(socket => IsRefused(socket, messages));
            peak = Math.Max(peak, project.Megabytes);
            return ended == unread.Length;
        }));
        foreach (Socket socket in unread)
            socket.Dispose();

        check.That($"memory at the peak: {before} -> {peak} MB", () => peak - before < 120);
        check.That($"memory afterwards, from {before} MB", () => Waiting.Until(() => project.Megabytes - before < 60));
        Console.WriteLine($"200 connections that read nothing: {before} -> {peak} -> {project.Megabytes} MB");
    }

    private static void CheckFlood(SelfCheck check, RunningProject project)
    {
        const int Messages = 100_000;

        using Socket flooding = project.Connect();
        Task sending = Task.Run(() => flooding.Send(Frames.Echo(1).Times(Messages)));
        check.Equal("a flood of short messages is answered", 2 * Messages, () => flooding.Receive(2 * Messages).Length);
        sending.Wait();
    }

    /// <summary>As many connections as there are places, all but one silent in the middle of a message.</summary>
    private static void CheckMany(SelfCheck check, MadeProject made)
    {
        int count = AttackLength.Connections;
        using RunningProject project = made.Start(
            $"--Limits:Connections={count + 1}",
            $"--Limits:ConnectionsPerAddress={count + 1}",
            "--Limits:FirstMessage=00:01:00");
        using var honest = new HonestClient(project);
        long before = project.Megabytes;
        Socket[] all = new Socket[count];
        AtOnce(count, i =>
        {
            all[i] = project.Connect();
            all[i].Send(Frames.Echo(16_000), 0, 15_000, SocketFlags.None);
        });
        int answers = honest.Count;
        check.That($"an honest client beside {count} others", () => Waiting.Until(() => honest.Count > answers + 20));
        long growth = project.Megabytes - before;
        check.That($"who take {growth} MB", () => growth < count * 0.04); // 40 KB each: buffers of the pipe
        Console.WriteLine($"{count} unfinished messages of 15 KB: {before} -> {before + growth} MB");
        foreach (Socket socket in all)
            socket.Reset();

        check.That("an honest client has all answers", honest.HasAll);
    }

    private static void CheckPlaces(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--Limits:ConnectionsPerAddress=5");
        var all = new List<Socket>();
        check.That("an address has its places", () => Waiting.Until(() =>
        {
            Socket socket = project.Connect(); // refused while the place of an earlier one is not free yet
            if (Answers(socket))
                all.Add(socket);
            else
                socket.Dispose();

            return all.Count == 5;
        }));
        check.That("and no more", () =>
        {
            using Socket sixth = project.Connect();
            return sixth.IsEnded();
        });
        all[0].Dispose();
        check.That("until one is free", () => Waiting.Until(() =>
        {
            using Socket next = project.Connect();
            return Answers(next);
        }));
        foreach (Socket socket in all)
            socket.Dispose();
    }

    private static void CheckStop(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--Limits:Close=00:00:30");
        Socket[] clients = [.. Enumerable.Range(0, 50).Select(_ => project.Connect())];
        foreach (Socket client in clients)
        {
            client.Send(Frames.Echo(1).Times(MessagesOfEach));
            client.Receive(2); // it is connected
            client.Send(Frames.Echo(2_000).Times(MessagesOfEach));
        }

        project.Interrupt();
        int[] answers = new int[clients.Length];
        Parallel.For(0, clients.Length, i => answers[i] = clients[i].Receive().Length);
        check.That("nobody is accepted while the others still read", () =>
            SpinWait.SpinUntil(() => IsRefused(project), TimeSpan.FromSeconds(9))); // at 10 s, the host ends it all
        foreach (Socket client in clients)
            client.Dispose();

        int whole = 2 * (MessagesOfEach - 1) + Frames.Echoed(2_000).Length * MessagesOfEach;
        check.Equal("Ctrl+C: clients get the replies to what was accepted", clients.Length, () => answers.Count(count => count == whole));
        check.Equal("and the server ends", 0, () => project.WaitForExit());
    }

    private static int CountEnds(RunningProject project, int messages) =>
        CountLines(project, $" after {messages} messages: ");

    private static int CountLines(RunningProject project, string part) =>
        project.Output.Count(line => line.Contains(part, StringComparison.Ordinal));

    /// <summary>Returns whether a message is answered.</summary>
    internal static bool Answers(Socket socket)
    {
        try
        {
            socket.Send(Frames.Echo(1));
            return socket.Receive(2).Length == 2;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static bool IsRefused(RunningProject project)
    {
        try
        {
            project.Connect().Dispose();
            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    private static bool IsRefused(Socket socket, byte[] bytes)
    {
        socket.Send(bytes, SocketFlags.None, out SocketError error);
        return error is SocketError.ConnectionReset or SocketError.Shutdown or SocketError.ConnectionAborted;
    }

    private static void AtOnce(int count, Action<int> act) =>
        Parallel.For(0, count, new ParallelOptions { MaxDegreeOfParallelism = 20 }, act);
}
