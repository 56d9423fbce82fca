using System.Collections.Concurrent;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections;

public class SectionCatalogTests
{
    private static readonly Pace s_pace = new(
        WarmUp: TimeSpan.FromMilliseconds(10),
        MaxWarmUp: TimeSpan.FromMilliseconds(10),
        Quiet: TimeSpan.Zero,
        Budget: TimeSpan.FromMilliseconds(5),
        Round: TimeSpan.FromMilliseconds(2));

    private static readonly ConcurrentDictionary<string, SectionResult> s_results = new();

    public static TheoryData<string> Names => [.. SectionCatalog.All.Select(section => section.Name)];

    [Fact]
    public void All_EverySection_IsListedOnce()
    {
        IEnumerable<Type> written = typeof(ISection).Assembly.GetTypes()
            .Where(type => type.IsClass && type.IsAssignableTo(typeof(ISection)));

        Assert.Equal(written.Select(type => type.Name).Order(), SectionCatalog.All.Select(section => section.GetType().Name).Order());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Name_EverySection_IsOneLowerCaseWord(string name) => Assert.Matches("^[a-z]+$", name);

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_EverySection_PassesItsChecks(string name)
    {
        SectionResult result = Run(name);

        Assert.Equal(name, result.Name);
        Assert.NotEmpty(result.Comparisons);
        Assert.All(result.Comparisons, comparison => Assert.NotEmpty(comparison.Checks));
        Assert.Empty(result.Checks.Where(check => !check.Passed).Select(check => check.Name));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_EverySection_ComparesWithAndWithoutPooling(string name)
    {
        Assert.All(Run(name).Comparisons, comparison =>
        {
            Assert.Equal(Side.Without, comparison.Baseline.Side);
            Assert.NotEmpty(comparison.Pooled);
            Assert.All(comparison.Comparison.Published,
                published => Assert.Contains(published.Against, comparison.Rows.Select(row => row.Name)));
        });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_Cancelled_EndsBetweenRounds(string name)
    {
        using var cancellation = new CancellationTokenSource();
        var context = new SectionContext(
            new Measurement(s_pace),
            (_, fraction) =>
            {
                if (fraction > 0)
                    cancellation.Cancel();
            },
            cancellation.Token);

        Assert.Throws<OperationCanceledException>(() => Single(name).Run(context));
    }

    private static ISection Single(string name) => SectionCatalog.All.Single(section => section.Name == name);

    // Once for all tests, because a section takes some time even at this pace.
    private static SectionResult Run(string name) => s_results.GetOrAdd(
        name, static name => Single(name).Run(new SectionContext(new Measurement(s_pace), static (_, _) => { }, CancellationToken.None)));
}
