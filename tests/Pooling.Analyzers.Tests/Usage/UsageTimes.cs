using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Diagnostics.Telemetry;

namespace Pooling.Analyzers.Usage;

/// <summary>Measures how long the analyzer takes in a compilation.</summary>
internal sealed class UsageTimes(Compilation compilation)
{
    /// <summary>Gets the time in the analyzer itself.</summary>
    internal TimeSpan Elapsed { get; private set; }

    internal async Task<IReadOnlyList<Diagnostic>> RunAsync()
    {
        UsageAnalyzer analyzer = new();
        CompilationWithAnalyzers run = compilation.WithAnalyzers([analyzer], new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true));
        AnalysisResult result = await run.GetAnalysisResultAsync(CancellationToken.None);
        AnalyzerTelemetryInfo telemetry = await run.GetAnalyzerTelemetryInfoAsync(analyzer, CancellationToken.None);
        Elapsed = telemetry.ExecutionTime;
        ImmutableArray<Diagnostic> found = result.GetAllDiagnostics();
        return found;
    }
}
