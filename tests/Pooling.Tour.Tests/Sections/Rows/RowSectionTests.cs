using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Rows;

public class RowSectionTests
{
    [Fact]
    public void Run_ProgramFails_ReportsItsReasonAsAFailedCheck()
    {
        var section = new RowSection(
            "queues", "Queues", "", "Queues", new RowComparison("NoSuchBenchmarks", "a comparison", "", "packet", ("Spsc", "a queue")));

        SectionResult result = section.Run(new SectionContext(quick: true, static (_, _) => { }, CancellationToken.None));

        Assert.Empty(result.Comparisons);
        Assert.Equal([new Check("a comparison: No benchmark matches the filter.", false)], result.Checks);
    }
}
