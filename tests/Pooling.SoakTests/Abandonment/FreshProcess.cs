using System.Diagnostics;

namespace Pooling.SoakTests.Abandonment;

/// <summary>Runs a part of this program in a process of its own, which an exception on any thread may end.</summary>
internal static class FreshProcess
{
    internal const string Option = "--alone";

    /// <summary>Runs a part in this process, for the one that started it.</summary>
    /// <returns>The exit code.</returns>
    internal static int RunPart(string part)
    {
        TextWriter output = Console.Out; // first: its types need memory
        output.WriteLine(part switch
        {
            "forgotten-pools" => ForgottenPools.Run(rounds: 2),
            "brim" => MemoryBrim.Run(hasPool: false),
            "brim-with-pool" => MemoryBrim.Run(hasPool: true),
            "brim-at-once" => MemoryBrim.RunAtOnce(Random.Shared.Next(20), loses: false),
            "brim-with-leaks" => MemoryBrim.RunAtOnce(Random.Shared.Next(20), loses: true),
            "prepared-types" => MemoryBrim.CheckPreparation(),
            _ => throw new ArgumentException($"There is no part '{part}'."),
        });
        return 0;
    }

    /// <summary>Starts a process for a part, and waits for its end.</summary>
    /// <returns>The exit code, and what the process has written.</returns>
    internal static (int Code, string Output) Run(string part, params (string Name, string Value)[] variables)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, [Option, part])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["DOTNET_DbgEnableMiniDump"] = "0"; // no dump of what ends here
        foreach ((string name, string value) in variables)
            start.Environment[name] = value;

        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + errors.Result);
    }
}
