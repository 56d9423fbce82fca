using System.Xml.Linq;
using Pooling.Tour.Comparisons;
using static Pooling.Tour.Reporting.Html;

namespace Pooling.Tour.Reporting;

// Writes the overview: one line for each comparison, all on a common axis.
internal static partial class HtmlReport
{
    private static XElement Glance(TourResult result)
    {
        var axis = new RatioAxis(
            [1, .. result.Comparisons.SelectMany(static comparison => comparison.Rows).Select(static row => row.Ratio.Median)]);
        return Element("section", "card glance",
            Attribute("aria-labelledby", "glance"),
            Element("h2", null, Attribute("id", "glance"), "At a glance"),
            Element("p", "summary", "Time relative to the plain way, on a logarithmic scale. Left of the line is faster."),
            Element("ul", "legend",
                Attribute("aria-hidden", "true"),
                Element("li", null, Key("key pooled faster"), "pooled, faster"),
                Element("li", null, Key("key pooled equal"), "pooled, equal within noise"),
                Element("li", null, Key("key pooled slower"), "pooled, slower"),
                Element("li", null, Key("key pooled unclear"), "pooled, machine too busy to tell"),
                Element("li", null, Key("key other"), "another way without pooling")),
            Element("div", "glance-row axis",
                Attribute("aria-hidden", "true"),
                Element("span", "name"),
                Track(20, axis, axis.Ticks.Select((tick, i) => Element(
                    "text",
                    tick == 1 ? "one" : i % 2 == 0 ? "tick" : "tick minor",
                    Attribute("x", axis.Place(tick)),
                    Attribute("y", "14"),
                    Attribute("text-anchor", "middle"),
                    $"{tick}x"))),
                Element("span", "figure")),
            Element("ul", "glance-rows",
                result.Sections.SelectMany(section => section.Comparisons.Select(comparison => GlanceRow(section, comparison, axis)))));
    }

    private static XElement GlanceRow(SectionResult section, ComparisonResult comparison, RatioAxis axis)
    {
        ComparisonRow best = comparison.BestPooled;
        Verdict verdict = Verdicts.Of(best.Ratio);
        // the dots of pooled contenders are inside the rings of the others
        IEnumerable<ComparisonRow> others = comparison.Rows.Skip(1).OrderBy(row => row.Side).ThenBy(row => row == best);
        return Element("li", "glance-row",
            Element("a", "name",
                Attribute("href", "#" + Id(section, comparison)),
                Element("span", "room", section.Title),
                Element("span", null, comparison.Name)),
            Track(28, axis, others.Select(row => Mark(row, axis))),
            Element("span", $"figure {Class(verdict)}",
                Element("b", null, verdict == Verdict.Unclear ? "too busy" : Figures.Ratio(best.Ratio)),
                Element("span", "who", best.Name)));
    }

    private static XElement Track(int height, RatioAxis axis, IEnumerable<XElement> marks) =>
        Element("svg", "track",
            Attribute("aria-hidden", "true"),
            Attribute("width", "100%"),
            Attribute("height", $"{height}"),
            axis.Ticks.Select(tick => Element(
                "line",
                tick == 1 ? "one" : "grid",
                Attribute("x1", axis.Place(tick)),
                Attribute("x2", axis.Place(tick)),
                Attribute("y1", height > 20 ? "0" : "18"),
                Attribute("y2", $"{height}"))),
            marks);

    private static XElement Mark(ComparisonRow row, RatioAxis axis)
    {
        string kind = row.Side == Side.Without ? "other" : $"pooled {Class(Verdicts.Of(row.Ratio))}";
        return Element("g", kind,
            Element("title", null, $"{row.Name}: {Figures.Ratio(row.Ratio)}"),
            Element("line", "spread",
                Attribute("x1", axis.Place(row.Ratio.Low)),
                Attribute("x2", axis.Place(row.Ratio.High)),
                Attribute("y1", "14"),
                Attribute("y2", "14")),
            Element("circle", null, Attribute("cx", axis.Place(row.Ratio.Median)), Attribute("cy", "14"),
                Attribute("r", row.Side == Side.Without ? "8" : "5.5")));
    }

    private static XElement Key(string kind) =>
        Element("svg", kind,
            Attribute("width", "14"),
            Attribute("height", "14"),
            Element("circle", null, Attribute("cx", "7"), Attribute("cy", "7"),
                Attribute("r", kind.Contains("other", StringComparison.Ordinal) ? "6" : "5.5")));

    private static string Class(Verdict verdict) => verdict.ToString().ToLowerInvariant();

    private static string Id(SectionResult section, ComparisonResult comparison) =>
        section.Name + "-" + string.Concat(
            comparison.Name.Select(static letter => char.IsAsciiLetterOrDigit(letter) ? char.ToLowerInvariant(letter) : '-'));
}
