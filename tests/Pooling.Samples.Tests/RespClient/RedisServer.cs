using System.Diagnostics;
using System.Net.Sockets;

namespace Pooling.Samples.RespClient;

/// <summary>A Redis server of this machine, on a Unix socket in a folder of its own.</summary>
internal sealed class RedisServer : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Process _process;

    private RedisServer(string program)
    {
        EndPoint = new UnixDomainSocketEndPoint(_folder.File("s"));
        _process = Process.Start(new ProcessStartInfo(
            program, ["--port", "0", "--unixsocket", _folder.File("s"), "--save", "", "--appendonly", "no", "--dir", _folder.Path])
        {
            RedirectStandardOutput = true,
        })!;
        _process.BeginOutputReadLine();
    }

    /// <summary>Gets the path of the program, or <see langword="null"/> if it is not installed.</summary>
    public static string? Installed { get; } = OperatingSystem.IsWindows()
        ? null
        : (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Select(static folder => Path.Combine(folder, "redis-server"))
            .FirstOrDefault(File.Exists);

    public UnixDomainSocketEndPoint EndPoint { get; }

    /// <summary>Starts the server, and waits until it listens.</summary>
    public static async Task<RedisServer> StartAsync(string program)
    {
        var server = new RedisServer(program);
        await Wait.Until(() => File.Exists(server._folder.File("s")));
        return server;
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _folder.Dispose();
    }
}
