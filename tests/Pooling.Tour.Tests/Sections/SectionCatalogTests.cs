using System.Collections.Concurrent;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections;

public class SectionCatalogTests
{
    private static readonly ConcurrentDictionary<string, SectionResult> s_results = new();

    public static TheoryData<string> Names => [.. SectionCatalog.All.Select(section => section.Name)];

    [Fact]
    public void All_EveryKindOfSection_IsListed()
    {
        IEnumerable<Type> written = typeof(ISection).Assembly.GetTypes()
            .Where(type => type.IsClass && type.IsAssignableTo(typeof(ISection)));

        Assert.Equal(
            written.Select(type => type.Name).Order(), SectionCatalog.All.Select(section => section.GetType().Name).Distinct().Order());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Name_EverySection_IsOneLowerCaseWord(string name) => Assert.Matches("^[a-z]+$", name);

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_EverySection_PassesItsChecks(string name)
    {
        SectionResult result = Run(name);

        Assert.Empty(result.Checks.Where(check => !check.Passed).Select(check => check.Name));
        Assert.Equal(name, result.Name);
        Assert.NotEmpty(result.Comparisons);
        Assert.All(result.Comparisons, comparison => Assert.NotEmpty(comparison.Checks));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_EverySection_ComparesWithAndWithoutPooling(string name)
    {
        Assert.All(Run(name).Comparisons, comparison =>
        {
            Assert.Equal(Side.Without, comparison.Baseline.Side);
            Assert.NotEmpty(comparison.Pooled);
            Assert.All(comparison.Published,
                published => Assert.Contains(published.Against, comparison.Rows.Select(row => row.Name)));
        });
    }

    [Fact]
    public void Run_Objects_CountsTheBytesOfNewAndNoneOfThePool()
    {
        ComparisonResult result = Run("objects").Comparisons[0];

        Assert.Equal(104, result.Baseline.BytesPerOperation);
        Assert.All(result.Pooled, row => Assert.Equal(0, row.BytesPerOperation));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Run_Cancelled_EndsTheProgram(string name)
    {
        using var cancellation = new CancellationTokenSource();
        var context = new SectionContext(
            quick: true,
            (_, fraction) =>
            {
                if (fraction > 0)
                    cancellation.Cancel();
            },
            cancellation.Token);

        Assert.ThrowsAny<OperationCanceledException>(() => Single(name).Run(context));
    }

    private static ISection Single(string name) => SectionCatalog.All.Single(section => section.Name == name);

    // Once for all tests, because a section takes some time even at this pace.
    private static SectionResult Run(string name) => s_results.GetOrAdd(
        name, static name => Single(name).Run(new SectionContext(quick: true, static (_, _) => { }, CancellationToken.None)));
}
