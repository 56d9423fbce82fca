using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>Measures how long the analyzer takes in a compilation.</summary>
internal static class UsageTimes
{
    private const int MaxRuns = 30;

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
