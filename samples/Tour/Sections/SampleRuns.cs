using System.Diagnostics;
using System.Text.Json;

namespace Pooling.Tour.Sections;

/// <summary>Runs both modes of a sample's program in separate processes, and reads their JSON output.</summary>
internal static class SampleRuns
{
    /// <summary>Runs a program.</summary>
    /// <param name="context">The context of the section.</param>
    /// <param name="step">The name of the step for the progress.</param>
    /// <param name="seconds">The approximate duration.</param>
    /// <param name="program">The file of the program, which is next to this one.</param>
    /// <param name="arguments">The command line.</param>
    /// <returns>The runs in the JSON output.</returns>
    public static JsonElement[] Run(
        SectionContext context, string step, double seconds, string program, params ReadOnlySpan<string> arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList = { "exec", Path.Combine(AppContext.BaseDirectory, program) },
        };
        foreach (string argument in arguments)
            start.ArgumentList.Add(argument);

        using Process process = Process.Start(start)!;
        try
        {
            process.ErrorDataReceived += static (_, _) => { }; // its live table
            process.BeginErrorReadLine();
            Task<string> output = process.StandardOutput.ReadToEndAsync(context.CancellationToken);
            var time = Stopwatch.StartNew();
            while (!output.IsCompleted)
            {
                context.CancellationToken.ThrowIfCancellationRequested();
                context.Report(step, Math.Min(0.99, time.Elapsed.TotalSeconds / seconds));
                Task.WaitAny([output], 100, context.CancellationToken);
            }

            string json = output.GetAwaiter().GetResult();
            process.WaitForExit();
            context.Report(step, 1);
            using var document = JsonDocument.Parse(json);
            return [.. document.RootElement.GetProperty("runs").EnumerateArray().Select(static run => run.Clone())];
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
