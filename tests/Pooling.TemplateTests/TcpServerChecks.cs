using System.Net.Sockets;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

internal static class TcpServerChecks
{
    internal static void Run(SelfCheck check, InstalledTemplates templates, string name) => check.That(name + " runs", () =>
    {
        MadeProject made = templates.Make("pooling-tcpserver", name);
        using (RunningProject project = made.Start())
            CheckMessages(check, project);

        TcpServerAttacks.Run(check, made);
        var pause = ("TextMessage.cs", "bool isText", "Thread.Sleep(4_000); bool isText");
        CheckSlowHandler(check, templates.Make("pooling-tcpserver", "Slow.Handler", pause));
        return true;
    });

    private static void CheckMessages(SelfCheck check, RunningProject project)
    {
        using Socket honest = project.Connect();

        check.Equal("an echo", "03-61-62-63", () => Ask(honest, [5, 1, 0, (byte)'a', (byte)'b', (byte)'c'], 4));
        check.Equal("a message byte by byte", "08-05-00-00-00-00-00-00-00", () => AskByteByByte(honest, [6, 2, 0, 5, 0, 0, 0], 9));
        check.Equal("two messages at once", "08-07-00-00-00-00-00-00-00-08-09-00-00-00-00-00-00-00",
            () => Ask(honest, [6, 2, 0, 2, 0, 0, 0, 6, 2, 0, 2, 0, 0, 0], 18));
        check.Equal("the longest message", BitConverter.ToString(Frames.Echoed(16_382)), () => Ask(honest, Frames.Echo(16_382), 16_384));
        check.That("a message that is too long ends the connection", () => IsEnded(project, [0xFF, 0xFF, 0xFF, 0x7F]));
        check.That("an unknown opcode ends the connection", () => IsEnded(project, [2, 9, 9]));
        check.That("a message without an opcode ends the connection", () => IsEnded(project, [1, 9]));
        check.That("a malformed message ends the connection", () => IsEnded(project, [3, 2, 0, 1]));
        check.That("a text that is no UTF-8 ends the connection", () => IsEnded(project, Frames.Echo(100, 0xFF)));
        check.Equal("what came before it is answered", "01-7A", () => AskAndWaitForEnd(project, [3, 1, 0, (byte)'z', 2, 9, 9]));
        check.Equal("the others stay", "01-7A", () => Ask(honest, [3, 1, 0, (byte)'z'], 2));
    }

    /// <summary>The clock of a client does not run while the server works.</summary>
    private static void CheckSlowHandler(SelfCheck check, MadeProject made)
    {
        using RunningProject project = made.Start("--Limits:FirstMessage=00:00:02");
        check.That("a message in time is answered, although its handler takes longer", () => Waiting.Until(() =>
        {
            using Socket socket = project.Connect(); // several times: a busy machine may be late itself
            return TcpServerAttacks.Answers(socket);
        }));
    }

    private static string Ask(Socket socket, byte[] request, int length)
    {
        socket.Send(request);
        return BitConverter.ToString(socket.Receive(length));
    }

    private static string AskByteByByte(Socket socket, byte[] request, int length)
    {
        foreach (byte value in request)
            socket.Send([value]);

        return BitConverter.ToString(socket.Receive(length));
    }

    private static string AskAndWaitForEnd(RunningProject project, byte[] request)
    {
        using Socket socket = project.Connect();
        socket.Send(request);
        return BitConverter.ToString(socket.Receive());
    }

    private static bool IsEnded(RunningProject project, byte[] request)
    {
        using Socket socket = project.Connect();
        socket.Send(request);
        return socket.IsEnded();
    }
}
