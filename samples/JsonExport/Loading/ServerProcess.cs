using System.Diagnostics;
using System.Globalization;
using Pooling.JsonExport.Serving;

namespace Pooling.JsonExport.Loading;

/// <summary>This program once more, as a server in a process of its own, so that only its allocations are counted.</summary>
internal sealed class ServerProcess : IDisposable
{
    private readonly Process _process;

    private ServerProcess(Process process, Uri address)
    {
        _process = process;
        Address = address;
    }

    public Uri Address { get; }

    /// <summary>Starts a server on a free port. It ends with this program, however that ends, since its input does.</summary>
    /// <param name="limit">The most customers of a request.</param>
    /// <exception cref="IOException">It did not start.</exception>
    public static ServerProcess Start(int limit)
    {
        string program = Environment.ProcessPath!;
        var start = new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(program) == "dotnet") // else it is the program's own
            start.ArgumentList.Add(typeof(ServerProcess).Assembly.Location);

        foreach (string argument in (string[])["serve", "--port", "0", "--limit", limit.ToString(CultureInfo.InvariantCulture),
            "--until-end-of-input"])
        {
            start.ArgumentList.Add(argument);
        }

        Process process = Process.Start(start)!;
        string? line = process.StandardOutput.ReadLine();
        if (line?.StartsWith(ServeCommand.Announcement, StringComparison.Ordinal) == true)
            return new ServerProcess(process, new Uri(line[ServeCommand.Announcement.Length..]));

        process.Dispose();
        throw new IOException("the server did not start");
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
            _process.Kill();

        _process.Dispose();
    }
}
