using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Pooling.TemplateTests;

/// <summary>The templates of a package, installed where nothing else on the machine sees them.</summary>
internal sealed class InstalledTemplates
{
    private readonly string _feed;
    private readonly string _target;
    private readonly string _hive;

    internal InstalledTemplates(string package, string feed, string target)
    {
        _feed = feed;
        _target = target;
        _hive = Path.Combine(target, "hive");
        if (Directory.Exists(target))
            Directory.Delete(target, recursive: true);

        Directory.CreateDirectory(target);

        // The settings of a repository around the folder must not reach the projects.
        foreach (string name in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
            File.WriteAllText(Path.Combine(target, name), "<Project />");

        RunDotnet(target, "new", "install", package, "--debug:custom-hive", _hive);
    }

    /// <summary>Makes a project, changes it as its user does, and builds it.</summary>
    internal MadeProject Make(string template, string name, (string File, string Old, string New)? change = null)
    {
        int port = FindPort();
        string folder = Path.Combine(_target, name);
        RunDotnet(_target, "new", template, "--name", name, "--port", $"{port}", "--debug:custom-hive", _hive);
        if (change is { } edit)
        {
            string path = Path.Combine(folder, edit.File);
            File.WriteAllText(path, File.ReadAllText(path).Replace(edit.Old, edit.New, StringComparison.Ordinal));
        }

        RunDotnet(folder, "build", "-warnaserror", "--output", Path.Combine(folder, "built"), $"-p:RestoreAdditionalProjectSources={_feed}",
            $"-p:RestorePackagesPath={Path.Combine(_target, "packages")}");
        return new MadeProject(Path.Combine(folder, "built", name + ".dll"), port);
    }

    /// <summary>Returns a port that nobody listens on.</summary>
    internal static int FindPort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static void RunDotnet(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"dotnet {string.Join(' ', arguments)} ended with {process.ExitCode}:\n{output}");
    }
}
