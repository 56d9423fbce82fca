using System.Globalization;
using System.Xml.Linq;
using Pooling.Tour.Comparisons;
using static Pooling.Tour.Reporting.Html;

namespace Pooling.Tour.Reporting;

// Writes the sections: a card for each, with a table with bars for each comparison.
internal static partial class HtmlReport
{
    private static XElement Section(SectionResult section) =>
        Element("section", "card",
            Attribute("aria-labelledby", section.Name),
            Element("h2", null, Attribute("id", section.Name), section.Title),
            Element("p", "summary", section.Summary),
            section.Comparisons.Select(comparison => Comparison(section, comparison)));

    private static XElement Comparison(SectionResult section, ComparisonResult comparison)
    {
        string id = Id(section, comparison);
        double longest = comparison.Rows.Max(static row => row.Ratio.Median);
        double largest = comparison.Rows.Max(static row => row.BytesPerOperation);
        return Element("article", "comparison",
            Attribute("aria-labelledby", id),
            Element("div", "heading",
                Element("h3", null, Attribute("id", id), comparison.Name),
                Element("span", $"badge {Class(comparison.Verdict)}", Words.Of(comparison.Verdict))),
            Element("p", "detail", comparison.Detail),
            Element("div", "table",
                Attribute("role", "table"),
                Attribute("aria-labelledby", id),
                Element("div", "row head",
                    Attribute("role", "row"),
                    Column($"per {comparison.Unit}"),
                    Column("time"),
                    Column("ratio"),
                    Column("allocated"),
                    Column("gen 0 / 1 / 2")),
                comparison.Rows.Select(row => Row(row, longest, largest))),
            Element("ul", "words",
                Words.Describe(comparison).Select(static words => Element("li", Class(words.Verdict), words.Text)),
                Words.DescribePublished(comparison).Select(static text => Element("li", "note", text)),
                comparison.Facts.Select(static text => Element("li", "note", text)),
                comparison.Checks.Where(static check => !check.Passed)
                    .Select(static check => Element("li", "failed", "Check failed: " + check.Name)),
                Checked(comparison),
                Element("li", "note", string.Create(
                    CultureInfo.InvariantCulture,
                    $"{comparison.Rounds} rounds, {comparison.Operations:N0} operations of the first contender."))));
    }

    private static XElement? Checked(ComparisonResult comparison)
    {
        string passed = string.Join("; ", comparison.Checks.Where(static check => check.Passed).Select(static check => check.Name));
        return passed.Length == 0 ? null : Element("li", "note", $"Checked: {passed}.");
    }

    private static string Time(double nanoseconds) => Figures.Time(nanoseconds, "\u00b5s");

    private static XElement Column(string text) => Element("span", null, Attribute("role", "columnheader"), text);

    private static XElement Row(ComparisonRow row, double longest, double largest)
    {
        string kind = row.Side == Side.Without ? "other" : $"pooled {Class(Verdicts.Of(row.Ratio))}";
        string spread = $"middle half of the rounds: {Time(row.Time.Low)} to {Time(row.Time.High)}";
        return Element("div", $"row {kind}",
            Attribute("role", "row"),
            Element("span", "name", Attribute("role", "rowheader"), row.Name),
            Element("span", "time",
                Attribute("role", "cell"),
                Attribute("title", spread),
                Bar(row.Ratio.Median / longest, 1 / longest),
                Element("b", null, Time(row.Time.Median))),
            Element("span", "ratio", Attribute("role", "cell"), Figures.Ratio(row.Ratio)),
            Element("span", "bytes",
                Attribute("role", "cell"),
                Bar(largest > 0 ? row.BytesPerOperation / largest : 0, null),
                Element("b", null, Figures.Bytes(row.BytesPerOperation))),
            Element("span", "collections", Attribute("role", "cell"), Figures.Collections(row)));
    }

    private static XElement Bar(double part, double? mark) =>
        Element("svg", "bar",
            Attribute("aria-hidden", "true"),
            Attribute("width", "100%"),
            Attribute("height", "16"),
            Element("rect", "rail", Attribute("width", "100%"), Attribute("height", "16"), Attribute("rx", "3")),
            part > 0
                ? Element("rect", "fill", Attribute("width", RatioAxis.Percent(Math.Max(part, 0.004))), Attribute("height", "16"),
                    Attribute("rx", "3"))
                : null,
            mark is { } place && place < 0.999
                ? Element("line", "one", Attribute("x1", RatioAxis.Percent(place)), Attribute("x2", RatioAxis.Percent(place)),
                    Attribute("y1", "0"), Attribute("y2", "16"))
                : null);
}
