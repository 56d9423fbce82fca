using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Pooling.Tour;

/// <summary>The program as a shell sees it.</summary>
public sealed partial class TourProcessTests : IDisposable
{
    private const int Interrupt = 2;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Main_WrongOption_ExitsWith2AndOneLine()
    {
        using Process process = Start("--fast");

        Assert.Equal("tour: unknown option '--fast' (--help lists the options)", process.StandardError.ReadToEnd().TrimEnd());
        Assert.Equal(2, Wait(process));
    }

    [Fact]
    public void Main_Help_ExitsWith0()
    {
        using Process process = Start("--help");

        Assert.Contains("--quick", process.StandardOutput.ReadToEnd(), StringComparison.Ordinal);
        Assert.Equal(0, Wait(process));
    }

    [Fact]
    public void Main_InterruptedExport_ExitsWith130AndLeavesNothing()
    {
        if (OperatingSystem.IsWindows())
            return; // a process cannot send Ctrl+C to another one there

        using Process process = Start("--only", "export", "--output", _folder.Path);
        string? line;
        do
        {
            line = process.StandardOutput.ReadLine();
        }
        while (line?.StartsWith("measuring", StringComparison.Ordinal) == false);

        Assert.Equal(0, Kill(process.Id, Interrupt));

        process.StandardOutput.ReadToEnd();
        Assert.Equal("tour: interrupted; no file was written", process.StandardError.ReadToEnd().TrimEnd());
        Assert.Equal(130, Wait(process));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);

    private static int Wait(Process process)
    {
        if (!process.WaitForExit(TimeSpan.FromSeconds(20)))
        {
            process.Kill();
            Assert.Fail("The program did not end.");
        }

        return process.ExitCode;
    }

    // The temporary folder of the program is the test's own, so that the test sees what stays there.
    private Process Start(params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["TMPDIR"] = _folder.Path, ["DOTNET_EnableDiagnostics"] = "0" },
        };
        foreach (string argument in (string[])["exec", typeof(TourCommand).Assembly.Location, .. arguments])
            start.ArgumentList.Add(argument);

        return Process.Start(start)!;
    }
}
