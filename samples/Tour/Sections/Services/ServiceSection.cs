using System.Globalization;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Services;

/// <summary>Runs a service of the benchmarks, plain and pooled in turns, each in a process of its own with a load
/// process beside it. Their program compares the answers.</summary>
/// <param name="name">The name for <c>--only</c>.</param>
/// <param name="title">The heading.</param>
/// <param name="summary">The description of the section.</param>
/// <param name="service">The name of the service in the benchmarks.</param>
/// <param name="facts">Additional facts, each shown on a line.</param>
internal sealed class ServiceSection(
    string name, string title, string summary, string service, params IReadOnlyList<string> facts) : ISection
{
    private const double Start = 2; // seconds, roughly, and so is the next
    private const double UsualWarmUp = 6;

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        int rounds = context.Quick ? 1 : 5;
        double warmUp = context.Quick ? 0.1 : 1; // of what the benchmarks take
        double seconds = context.Quick ? 0.8 : 1;
        (int exitCode, string output, string error) = Programs.Run(
            context, title, Start + (UsualWarmUp * warmUp) + (2 * rounds * seconds), "Pooling.Services.dll",
            "compare", service, Text(rounds), Text(warmUp), Text(seconds));
        return exitCode == 0
            ? new SectionResult(name, title, summary, [ServiceComparison.Parse(output).ToResult(facts)])
            : new SectionResult(name, title, summary, [])
            {
                Failures = [new Check($"{title}: {error.Split('\n')[0].TrimEnd()}", false)],
            };
    }

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
