using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Diagnostics.Telemetry;

namespace Pooling.Analyzers.Usage;

/// <summary>Measures how long the analyzer takes in a compilation.</summary>
internal static class UsageTimes
{
    private const int MaxRuns = 30;

    /// <summary>Returns the time of one run, with that of the compiler for the operations that the analyzer reads.</summary>
    internal static async Task<TimeSpan> OfAnalyzerAsync(Compilation compilation)
    {
        UsageAnalyzer analyzer = new();
        CompilationWithAnalyzers run = compilation.WithAnalyzers([analyzer], new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true));
        await run.GetAnalysisResultAsync(CancellationToken.None);
        AnalyzerTelemetryInfo telemetry = await run.GetAnalyzerTelemetryInfoAsync(analyzer, CancellationToken.None);
        return telemetry.ExecutionTime;
    }

    /// <summary>Returns the shortest processor time in which all rules read the last method of a source.</summary>
    internal static TimeSpan OfRules(Compilation compilation, TimeSpan enough)
    {
        Action<Action<Diagnostic>> check = UsageCompiler.PrepareRules(compilation);
        TimeSpan best = TimeSpan.MaxValue;
        for (int i = 0; i < MaxRuns && best > enough; i++)
        {
            TimeSpan start = ThreadTime.Now;
            check(static _ => { });
            TimeSpan elapsed = ThreadTime.Now - start;
            best = elapsed < best ? elapsed : best;
        }

        return best;
    }
}
