using System.Net.Sockets;
using Pooling.PackageTests;

namespace Pooling.TemplateTests;

internal static class TcpServerChecks
{
    internal static void Run(SelfCheck check, InstalledTemplates templates, string name) => check.That(name + " runs", () =>
    {
        using RunningProject project = templates.Start("pooling-tcpserver", name);
        using Socket honest = project.Connect();

        check.Equal("an echo", "03-61-62-63", () => Ask(honest, [5, 1, 0, (byte)'a', (byte)'b', (byte)'c'], 4));
        check.Equal("a message byte by byte", "08-05-00-00-00-00-00-00-00", () => AskByteByByte(honest, [6, 2, 0, 5, 0, 0, 0], 9));
        check.Equal("two messages at once", "08-07-00-00-00-00-00-00-00-08-09-00-00-00-00-00-00-00",
            () => Ask(honest, [6, 2, 0, 2, 0, 0, 0, 6, 2, 0, 2, 0, 0, 0], 18));
        check.That("a message that is too long ends the connection", () => IsEnded(project, [0xFF, 0xFF, 0xFF, 0x7F]));
        check.That("an unknown opcode ends the connection", () => IsEnded(project, [2, 9, 9]));
        check.That("a message without an opcode ends the connection", () => IsEnded(project, [1, 9]));
        check.That("a malformed message ends the connection", () => IsEnded(project, [3, 2, 0, 1]));
        check.Equal("the others stay", "01-7A", () => Ask(honest, [3, 1, 0, (byte)'z'], 2));
        return true;
    });

    private static string Ask(Socket socket, byte[] request, int length)
    {
        socket.Send(request);
        return Receive(socket, length);
    }

    private static string AskByteByByte(Socket socket, byte[] request, int length)
    {
        foreach (byte value in request)
            socket.Send([value]);

        return Receive(socket, length);
    }

    private static bool IsEnded(RunningProject project, byte[] request)
    {
        using Socket socket = project.Connect();
        socket.Send(request);
        try
        {
            return socket.Receive(new byte[1]) == 0;
        }
        catch (SocketException exception)
        {
            return exception.SocketErrorCode == SocketError.ConnectionReset;
        }
    }

    private static string Receive(Socket socket, int length)
    {
        byte[] reply = new byte[length];
        int received = 0;
        while (received < length && socket.Receive(reply, received, length - received, SocketFlags.None) is > 0 and int count)
            received += count;

        return BitConverter.ToString(reply, 0, received);
    }
}
