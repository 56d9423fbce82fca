namespace Pooling.Benchmarks;

/// <summary>Measures a group in separate processes, so that the result does not depend on the order of other benchmarks or a single memory
/// layout.</summary>
internal static class RatioProcess
{
    /// <returns>The results of each method of the group in all processes; empty if a process failed, which has printed the
    /// reason.</returns>
    internal static List<RatioResult> Measure(string group, RatioOptions options, RuntimeSetting? setting)
    {
        List<RatioResult> merged = [];
        for (int i = 0; i < options.Processes; i++)
        {
            if (Run(group, options, setting) is not { } results)
                return [];

            merged = i == 0 ? [.. results] : [.. merged.Zip(results, static (all, more) => all.With(more))];
        }

        return [.. merged.Select(result => result with { Setting = setting?.Name })];
    }

    private static RatioResult[]? Run(string group, RatioOptions options, RuntimeSetting? setting)
    {
        bool isHosted = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        string[] program = isHosted ? [Environment.GetCommandLineArgs()[0]] : [];
        string[] arguments =
        [
            .. program, "--ratios", .. options.Filters, "--group", group,
            "--rounds", options.Rounds.ToString(CultureInfo.InvariantCulture),
            "--batch", options.BatchMilliseconds.ToString(CultureInfo.InvariantCulture),
            .. options.IsRough ? ["--rough"] : Array.Empty<string>(),
        ];
        var start = new ProcessStartInfo(Environment.ProcessPath!, arguments) { RedirectStandardOutput = true };
        if (setting is not null)
            start.Environment[setting.Variable] = setting.Value;

        using Process process = Process.Start(start)!;
        string figures = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? RatioReport.Parse(figures).Results : null;
    }
}
