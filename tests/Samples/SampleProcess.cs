using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Pooling.Samples;

/// <summary>A sample as a process, with arguments, output, signals and an exit code.</summary>
internal sealed partial class SampleProcess : IDisposable
{
    private const int Interrupt = 2;
    private const int Terminate = 15;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    private readonly Process _process;

    /// <param name="program">A type of the sample.</param>
    /// <param name="temporaryFolder">The temporary folder of the process, so that the test sees the files that remain there.</param>
    /// <param name="arguments">The command line.</param>
    public SampleProcess(Type program, string temporaryFolder, params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = temporaryFolder,
            Environment = { ["TMPDIR"] = temporaryFolder, ["DOTNET_EnableDiagnostics"] = "0" },
        };
        foreach (string argument in (string[])["exec", program.Assembly.Location, .. arguments])
            start.ArgumentList.Add(argument);

        _process = Process.Start(start)!;
    }

    public StreamReader Output => _process.StandardOutput;

    public StreamReader Error => _process.StandardError;

    /// <summary>Requests the program to end like Ctrl+C, on systems with signals.</summary>
    /// <remarks>A program that a shell started in the background ignores Ctrl+C, and so do the programs that it starts. In this case a
    /// request to terminate is sent, which takes the same path.</remarks>
    public void EndByCtrlC() => Assert.Equal(0, Kill(_process.Id, IgnoresInterrupt() ? Terminate : Interrupt));

    /// <summary>Waits until the program ends.</summary>
    /// <returns>The exit code.</returns>
    public int Wait()
    {
        Assert.True(_process.WaitForExit(s_patience), "The program did not end.");
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();

        _process.Dispose();
    }

    private static bool IgnoresInterrupt()
    {
        const string Status = "/proc/self/status";
        const string Ignored = "SigIgn:";
        if (!File.Exists(Status))
            return false;

        string line = File.ReadLines(Status).First(static line => line.StartsWith(Ignored, StringComparison.Ordinal));
        ulong signals = ulong.Parse(line.AsSpan(Ignored.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return (signals & (1UL << (Interrupt - 1))) != 0;
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);
}
