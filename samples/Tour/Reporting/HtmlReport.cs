using System.Globalization;
using System.Xml.Linq;
using Pooling.Tour.Comparisons;
using static Pooling.Tour.Reporting.Html;

namespace Pooling.Tour.Reporting;

/// <summary>Writes the page: a single file without external scripts, fonts or images, accessible to screen readers, in light and
/// dark.</summary>
internal static partial class HtmlReport
{
    public static void Write(TourResult result, Stream target) => Html.Write(Page(result), target);

    private static XElement Page(TourResult result) =>
        Element("html", null,
            Attribute("lang", "en"),
            Element("head", null,
                Element("meta", null, Attribute("charset", "utf-8")),
                Element("meta", null, Attribute("name", "viewport"), Attribute("content", "width=device-width, initial-scale=1")),
                Element("meta", null, Attribute("name", "color-scheme"), Attribute("content", "light dark")),
                Element("title", null, "Pooling tour: with and without pooling"),
                Element("style", null, "\n" + Style())),
            Element("body", null,
                Element("a", "skip", Attribute("href", "#content"), "Skip to the figures"),
                Header(result),
                Element("main", null, Attribute("id", "content"), Glance(result), result.Sections.Select(Section)),
                Footer(result)));

    private static string Style()
    {
        using Stream stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("page.css")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    private static XElement Header(TourResult result)
    {
        TourMachine machine = result.Machine;
        return Element("header", "hero",
            Element("p", "eyebrow", "Pooling tour"),
            Element("h1", null, "With and without pooling"),
            Element("p", "lede", Lede(result)),
            Element("dl", "tiles", Tiles(result)),
            Element("dl", "machine",
                Fact("Machine", machine.Hardware),
                Fact("System", machine.OperatingSystem),
                Fact("Runtime", machine.Runtime),
                Fact("GC", machine.GarbageCollector),
                Fact("Date", result.Date.ToUniversalTime().ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture)),
                result.Quick ? Fact("Mode", "quick: rough figures") : null),
            machine.Optimized ? null : Element("p", "warning", "This was a Debug build: its times are meaningless."),
            Failures(result));
    }

    private static string Lede(TourResult result)
    {
        int Count(Verdict verdict) => result.Comparisons.Count(comparison => comparison.Verdict == verdict);
        int equal = Count(Verdict.Equal), slower = Count(Verdict.Slower), unclear = Count(Verdict.Unclear);
        int all = result.Comparisons.Count;
        string text = $"The pooled way beat the fastest other way in {Count(Verdict.Faster)} of {all} comparisons";
        if (equal > 0)
            text += $", was equal within noise in {equal}";

        if (slower > 0)
            text += $", and was slower in {slower}";

        if (unclear > 0)
            text += $". The machine was too busy to tell in {unclear}";

        return text + ". All figures were measured on this machine in this run. Contenders took turns, and times are medians.";
    }

    private static IEnumerable<XElement> Tiles(TourResult result)
    {
        IReadOnlyList<ComparisonResult> comparisons = result.Comparisons;
        int faster = comparisons.Count(static comparison => comparison.Verdict == Verdict.Faster);
        int free = comparisons.Count(static comparison => comparison.Pooled.Any(static row => row.BytesPerOperation < 0.5));
        long without = comparisons.Sum(static comparison => (long)comparison.Baseline.Gen0);
        long pooled = comparisons.Sum(static comparison => (long)comparison.BestPooled.Gen0);
        int checks = result.Checks.Count();
        yield return Tile($"{faster} of {comparisons.Count}", "comparisons faster than the fastest other way");
        yield return Tile($"{free} of {comparisons.Count}", "comparisons in which a pooled way allocates 0 bytes");
        yield return Tile($"{Figures.Count(without)} \u2192 {Figures.Count(pooled)}",
            "gen-0 collections, the first way and the pooled way, for the same work");
        yield return Tile($"{checks - result.FailedChecks.Count} of {checks}", "checks passed: same bytes, same results");
    }

    private static XElement Tile(string figure, string text) =>
        Element("div", "tile", Element("dt", null, text), Element("dd", null, figure));

    private static XElement Fact(string name, string value) => Element("div", null, Element("dt", null, name), Element("dd", null, value));

    private static XElement? Failures(TourResult result) => result.Passed
        ? null
        : Element("div", "failures",
            Attribute("role", "alert"),
            Element("h2", null, "Failed checks"),
            Element("ul", null, result.FailedChecks.Select(static check => Element("li", null, check.Name))));

    private static XElement Footer(TourResult result) =>
        Element("footer", null,
            Element("h2", null, "How to read this page"),
            Element("ul", null,
                Element("li", null, "A bar is the time relative to the plain way, which is the first row and the vertical line: "
                    + "shorter is better. Contenders take turns, and ratios are computed for each round."),
                Element("li", null, "A difference counts only if it is more than 5 % and three quarters of the rounds agree; "
                    + "everything else is equal within noise. If the middle half of the rounds is wider than 1.25x, "
                    + "the ratio is that range, and without a difference the machine was too busy to tell."),
                Element("li", null, "Allocated bytes are what the measured threads allocated for one operation, "
                    + "as counted by the runtime. Collections are those of all rounds, "
                    + "for as many operations as the first contender did."),
                Element("li", null, "Published figures are results of other pooling for the same work on other machines: "
                    + "only their ratios are comparable."),
                Element("li", null, "If pooling is slower, the page says so. Pool where garbage collection is a problem, not everywhere.")),
            Element("p", null,
                "Create it again: ",
                Element("code", null, $"dotnet run -c Release --project samples/Tour{(result.Quick ? " -- --quick" : "")}"),
                ". The same figures in a format for programs are in ",
                Element("code", null, "tour.json"),
                "."));
}
