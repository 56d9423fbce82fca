using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;

namespace Pooling.Samples;

/// <summary>A Redis server of this machine, on a Unix socket in a folder of its own.</summary>
internal sealed class RedisServer : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _program;
    private Process? _process;

    /// <param name="program">The path of the program.</param>
    public RedisServer(string program)
    {
        _program = program;
        EndPoint = new UnixDomainSocketEndPoint(SocketPath);
    }

    /// <summary>Gets the path of the program, or <see langword="null"/> if it is not installed.</summary>
    public static string? Installed { get; } = OperatingSystem.IsWindows()
        ? null
        : (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Select(static folder => Path.Combine(folder, "redis-server"))
            .FirstOrDefault(File.Exists);

    public UnixDomainSocketEndPoint EndPoint { get; }

    private string SocketPath => _folder.File("s");

    /// <summary>Starts a server, and waits until it listens.</summary>
    public static async Task<RedisServer> StartAsync(string program)
    {
        var server = new RedisServer(program);
        await server.StartAsync();
        return server;
    }

    /// <summary>Starts the server, for the first time or again, and waits until it listens.</summary>
    public async Task StartAsync()
    {
        _process = Process.Start(new ProcessStartInfo(
            _program,
            ["--port", "0", "--unixsocket", SocketPath, "--save", "", "--appendonly", "no", "--dir", _folder.Path])
        {
            RedirectStandardOutput = true,
        })!;
        _process.BeginOutputReadLine();
        await Wait.Until(Accepts); // the file exists before the server listens
    }

    /// <summary>Kills the server.</summary>
    public void Stop()
    {
        if (_process is null)
            return;

        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _process = null;
        File.Delete(SocketPath);
    }

    /// <summary>Stops the server from answering: its connections stay.</summary>
    public void Hang()
    {
        using var kill = Process.Start("kill", ["-STOP", _process!.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }

    private bool Accepts()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(EndPoint);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        Stop();
        _folder.Dispose();
    }
}
