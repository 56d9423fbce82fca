using System.Diagnostics;

namespace Pooling.Tour.Sections;

/// <summary>Runs programs in separate processes.</summary>
internal static class Programs
{
    /// <summary>Runs a program.</summary>
    /// <param name="context">The context of the section.</param>
    /// <param name="step">The name of the step for the progress.</param>
    /// <param name="seconds">The approximate duration.</param>
    /// <param name="program">The file of the program, which is next to this one.</param>
    /// <param name="arguments">The command line.</param>
    /// <returns>The exit code of the program, and the text that it wrote.</returns>
    public static (int ExitCode, string Output, string Error) Run(
        SectionContext context, string step, double seconds, string program, params ReadOnlySpan<string> arguments)
    {
        context.CancellationToken.ThrowIfCancellationRequested();
        context.Report(step, 0);
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
            Task<string> error = process.StandardError.ReadToEndAsync(context.CancellationToken); // its live table, or why it failed
            Task<string> output = process.StandardOutput.ReadToEndAsync(context.CancellationToken);
            var time = Stopwatch.StartNew();
            while (!output.IsCompleted)
            {
                Task.WaitAny([output], 100, context.CancellationToken);
                context.CancellationToken.ThrowIfCancellationRequested();
                context.Report(step, Math.Clamp(time.Elapsed.TotalSeconds / seconds, 0.01, 0.99));
            }

            process.WaitForExit();
            context.Report(step, 1);
            context.CancellationToken.ThrowIfCancellationRequested();
            return (process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }
}
