using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Pooling.TemplateTests;

/// <summary>A server that was made of a template, and runs until this is disposed.</summary>
internal sealed class RunningProject : IDisposable
{
    /// <summary>The maximum time for anything, since the machine may be busy.</summary>
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly Process _process;
    private readonly List<string> _output = []; // under a lock on itself

    internal RunningProject(string program, int port, string[] settings, (string Name, string Value)[] environment)
    {
        Port = port;
        var start = new ProcessStartInfo("dotnet", [program, .. settings])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;

        _process = Process.Start(start)!;
        _process.OutputDataReceived += Add;
        _process.ErrorDataReceived += Add;
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        if (!Waiting.Until(() => _process.HasExited || Answers()) || _process.HasExited)
            throw new InvalidOperationException($"{program} does not listen on port {port}:\n{string.Join('\n', Output)}");

        void Add(object sender, DataReceivedEventArgs line)
        {
            lock (_output)
                _output.Add(line.Data ?? "");
        }
    }

    internal int Port { get; }

    /// <summary>Gets the lines that the server has printed so far.</summary>
    internal string[] Output
    {
        get
        {
            lock (_output)
                return [.. _output];
        }
    }

    /// <summary>Gets the lines that nobody wants in a log because of what clients do: errors, and stacks of
    /// exceptions.</summary>
    internal string[] Faults =>
        [.. Output.Where(static line => line.StartsWith("fail:", StringComparison.Ordinal)
            || line.StartsWith("crit:", StringComparison.Ordinal) || line.TrimStart().StartsWith("at ", StringComparison.Ordinal))];

    /// <summary>Gets the memory of the process, in MB.</summary>
    internal long Megabytes
    {
        get
        {
            _process.Refresh();
            return _process.WorkingSet64 >> 20;
        }
    }

    /// <summary>Gets a value that indicates whether the system will ask a silent client of the server whether it is
    /// there. In its table, 01 is a connection, and 02 such a timer.</summary>
    internal bool AsksSilentMembers => !OperatingSystem.IsLinux()
        || File.ReadLines("/proc/net/tcp").Any(line => Regex.IsMatch(line, $@":{Port:X4} \S+ 01 \S+ 02:"));

    internal Socket Connect(int receiveBuffer = 0, int sendBuffer = 0)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = (int)Patience.TotalMilliseconds,
            SendTimeout = (int)Patience.TotalMilliseconds,
        };
        if (receiveBuffer > 0)
            socket.ReceiveBufferSize = receiveBuffer;

        if (sendBuffer > 0)
            socket.SendBufferSize = sendBuffer;

        socket.Connect(new IPEndPoint(IPAddress.Loopback, Port));
        return socket;
    }

    /// <summary>Presses Ctrl+C.</summary>
    internal void Interrupt()
    {
        using Process kill = Process.Start("kill", ["-INT", $"{_process.Id}"]);
        kill.WaitForExit();
    }

    /// <summary>Waits until the server has ended.</summary>
    /// <returns>The exit code; <see langword="null"/> if it does not end.</returns>
    internal int? WaitForExit() => _process.WaitForExit(Patience) ? _process.ExitCode : null;

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
