using System.Collections;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Pooling.Budget;

/// <summary>Runs a hot path in a separate process.</summary>
internal static class PathRun
{
    private const int Attempts = 5;

    // The settings of users, except for those that make two runs or two machines differ: a profile, the moment at which methods are
    // compiled again, concurrent collections, the number of processors, and vectors of 512 bits or copies by microcode, which only some
    // processors have.
    private static readonly Dictionary<string, string> s_settings = new()
    {
        ["DOTNET_TieredPGO"] = "0",
        ["DOTNET_TC_CallCountingDelayMs"] = "0",
        ["DOTNET_gcConcurrent"] = "0",
        ["DOTNET_GCgen0size"] = "10000000", // hexadecimal: no collection while instructions are counted
        ["DOTNET_PROCESSOR_COUNT"] = "2",
        ["DOTNET_EnableAVX512"] = "0",
        ["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM,-RTM",
    };

    /// <param name="name">The path.</param>
    /// <param name="extra">Instructions that are added to each operation.</param>
    /// <exception cref="InvalidOperationException">The process failed in all attempts.</exception>
    internal static PathResult Run(string name, int extra)
    {
        string file = Path.GetTempFileName();
        try
        {
            // An attempt fails if the path starts a thread while instructions are counted, because the new thread would inherit the trap
            // flag. A pool starts one when it trims, after ten seconds. A sample takes that long on a very busy machine.
            for (int attempt = 1; ; attempt++)
            {
                using Process process = Process.Start(StartOf(name, extra, file))!;
                process.WaitForExit();
                if (process.ExitCode == 0)
                    return JsonSerializer.Deserialize<PathResult>(File.ReadAllText(file))!;

                if (attempt == Attempts)
                    throw new InvalidOperationException($"The process of '{name}' ended with exit code {process.ExitCode}.");
            }
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static ProcessStartInfo StartOf(string name, int extra, string file)
    {
        string program = Environment.ProcessPath!;
        string[] host = Path.GetFileNameWithoutExtension(program) == "dotnet" ? [typeof(PathRun).Assembly.Location] : [];
        var start = new ProcessStartInfo(program, [.. host, "--path", name, extra.ToString(CultureInfo.InvariantCulture), file]);
        start.Environment.Clear();
        foreach (DictionaryEntry variable in Environment.GetEnvironmentVariables())
        {
            // Removes settings of the runtime that were made for other purposes.
            string key = (string)variable.Key;
            if (!key.StartsWith("DOTNET_", StringComparison.Ordinal) || key.StartsWith("DOTNET_ROOT", StringComparison.Ordinal))
                start.Environment[key] = (string?)variable.Value;
        }

        foreach ((string key, string value) in s_settings)
            start.Environment[key] = value;

        return start;
    }
}
