using Pooling.Tour.Comparisons;

namespace Pooling.Tour;

/// <summary>A section that measures nothing, and returns given results.</summary>
internal sealed class FakeSection(string name, Func<SectionContext, IReadOnlyList<ComparisonResult>> run) : ISection
{
    public FakeSection(string name)
        : this(name, static _ => [Results.Comparison("a comparison")])
    {
    }

    public string Name => name;

    public int Runs { get; private set; }

    public SectionResult Run(SectionContext context)
    {
        Runs++;
        return new SectionResult(name, $"Title of {name}", $"Summary of {name}.", run(context));
    }
}
