using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Pooling.TemplateTests;

/// <summary>A server that was made of a template, and runs until this is disposed.</summary>
internal sealed class RunningProject : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(90);

    private readonly Process _process;

    internal RunningProject(string program, int port)
    {
        Port = port;
        _process = Process.Start(new ProcessStartInfo("dotnet", [program]) { RedirectStandardOutput = true })!;
        _process.OutputDataReceived += static (_, _) => { };
        _process.BeginOutputReadLine(); // so that it never waits for a reader
        long start = Stopwatch.GetTimestamp();
        while (!Answers())
        {
            if (_process.HasExited || Stopwatch.GetElapsedTime(start) > s_patience)
                throw new InvalidOperationException($"{program} does not listen on port {port}.");

            Thread.Sleep(50);
        }
    }

    internal int Port { get; }

    internal Socket Connect()
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = (int)s_patience.TotalMilliseconds };
        socket.Connect(new IPEndPoint(IPAddress.Loopback, Port));
        return socket;
    }

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }

    private bool Answers()
    {
        try
        {
            Connect().Dispose();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
