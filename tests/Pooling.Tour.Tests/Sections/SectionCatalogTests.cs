using System.Text.Json;

namespace Pooling.Tour.Sections;

/// <summary>Runs the whole tour once, as a build server does, and reads what it wrote.</summary>
public sealed class SectionCatalogTests(SectionCatalogTests.QuickTour tour)
    : IClassFixture<SectionCatalogTests.QuickTour>
{
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

    [Fact]
    public void Main_Quick_WritesEverySectionAndExitsWith0()
    {
        Assert.True(tour.ExitCode == 0, tour.Error);
        Assert.True(tour.Json.GetProperty("passed").GetBoolean());
        Assert.Equal(
            SectionCatalog.All.Select(static section => section.Name),
            tour.Json.GetProperty("sections").EnumerateArray().Select(static section => Text(section, "name")));
        Assert.Contains("<html", tour.Html, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Main_EverySection_PassesItsChecks(string name)
    {
        Assert.All(ComparisonsOf(name), static comparison =>
        {
            JsonElement[] checks = [.. comparison.GetProperty("checks").EnumerateArray()];
            Assert.NotEmpty(checks);
            Assert.All(
                checks, static check => Assert.True(check.GetProperty("passed").GetBoolean(), check.GetRawText()));
        });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Main_EverySection_ComparesWithAndWithoutPooling(string name)
    {
        Assert.All(ComparisonsOf(name), static comparison =>
        {
            JsonElement[] rows = [.. comparison.GetProperty("rows").EnumerateArray()];
            Assert.Equal("without", Text(rows[0], "side"));
            Assert.Contains("pooled", rows.Select(static row => Text(row, "side")));
            Assert.All(
                comparison.GetProperty("published").EnumerateArray(),
                published => Assert.Contains(Text(published, "against"), rows.Select(static row => Text(row, "name"))));
        });
    }

    [Fact]
    public void Main_Objects_CountsTheBytesOfNewAndNoneOfThePool()
    {
        JsonElement[] rows = [.. ComparisonsOf("objects")[0].GetProperty("rows").EnumerateArray()];

        Assert.Equal(104, Bytes(rows[0]));
        Assert.All(
            rows.Where(static row => Text(row, "side") == "pooled"), static row => Assert.Equal(0, Bytes(row)));

        static double Bytes(JsonElement row) => row.GetProperty("bytesPerOperation").GetDouble();
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

        Assert.ThrowsAny<OperationCanceledException>(
            () => SectionCatalog.All.Single(section => section.Name == name).Run(context));
    }

    private static string? Text(JsonElement element, string name) => element.GetProperty(name).GetString();

    private JsonElement[] ComparisonsOf(string name)
    {
        JsonElement section = tour.Json.GetProperty("sections").EnumerateArray()
            .Single(section => Text(section, "name") == name);
        JsonElement[] comparisons = [.. section.GetProperty("comparisons").EnumerateArray()];
        Assert.NotEmpty(comparisons);
        return comparisons;
    }

    /// <summary>The process and its files.</summary>
    public sealed class QuickTour : IDisposable
    {
        private readonly TemporaryFolder _folder = new();

        public QuickTour()
        {
            using var process = new SampleProcess(typeof(TourCommand), _folder.Path, "--quick", "--no-color");
            Task<string> error = process.Error.ReadToEndAsync();
            process.Output.ReadToEnd();
            Error = error.GetAwaiter().GetResult();
            ExitCode = process.Wait();
            Html = File.ReadAllText(_folder.File("tour.html"));
            Json = JsonSerializer.Deserialize<JsonElement>(File.ReadAllText(_folder.File("tour.json")));
        }

        public int ExitCode { get; }

        public string Error { get; }

        public string Html { get; }

        public JsonElement Json { get; }

        public void Dispose() => _folder.Dispose();
    }
}
