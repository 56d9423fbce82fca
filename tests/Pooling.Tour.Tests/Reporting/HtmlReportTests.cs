using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Reporting;

public class HtmlReportTests
{
    [Fact]
    public void Write_AnyResult_IsWellFormed() => Assert.Equal("html", Page(Results.Comparison("a comparison")).Name.LocalName);

    [Fact]
    public void Write_AnyResult_ReferencesNothingOutside()
    {
        XElement page = Page(Results.Comparison("a comparison"));

        Assert.DoesNotContain(page.DescendantsAndSelf(),
            element => element.Name.LocalName is "script" or "link" or "img" or "iframe" or "object");
        Assert.DoesNotContain(page.DescendantsAndSelf().Attributes(),
            attribute => attribute.Name.LocalName == "src" || attribute.Value.Contains("//", StringComparison.Ordinal));
        Assert.DoesNotMatch("@import|url\\(|//", Style(page));
    }

    [Fact]
    public void Write_Style_FollowsTheReadersColourScheme()
    {
        XElement page = Page(Results.Comparison("a comparison"));

        Assert.Contains("prefers-color-scheme: dark", Style(page), StringComparison.Ordinal);
        Assert.Contains(page.Descendants("meta"),
            meta => (string?)meta.Attribute("name") == "color-scheme" && (string?)meta.Attribute("content") == "light dark");
    }

    [Fact]
    public void Write_Style_IsTheSameForBrowsersAndXmlReaders() =>
        Assert.DoesNotMatch("[<>&]", Style(Page(Results.Comparison("a comparison")))); // a browser does not decode &gt; there

    [Fact]
    public void Write_Style_UsesNoUndefinedColour()
    {
        string style = Style(Page(Results.Comparison("a comparison")));
        string[] used = [.. Regex.Matches(style, @"var\((--[a-z-]+)\)").Select(match => match.Groups[1].Value).Distinct()];

        Assert.NotEmpty(used);
        Assert.All(used, name => Assert.Contains(name + ":", style, StringComparison.Ordinal));
    }

    [Fact]
    public void Write_EmptyElements_AreClosed()
    {
        string text = Text(Results.Comparison("a comparison"));

        Assert.All(
            Regex.Matches(text, @"<([a-z]+)[^>]*/>").Select(match => match.Groups[1].Value),
            name => Assert.Contains(name, (string[])["meta", "rect", "circle", "line"])); // a browser takes <p/> for an opening tag
    }

    [Fact]
    public void Write_HostileNames_AreEncoded()
    {
        string text = Text(Results.Comparison("<script>alert('x')</script> & \"more\""));

        Assert.DoesNotContain("<script", text, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("&lt;script&gt;alert('x')&lt;/script&gt; &amp; \"more\"", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_SeveralComparisons_HaveUniqueIdsThatAllReferencesFind()
    {
        XElement page = Page(Results.Comparison("one"), Results.Comparison("two, three"), Results.Comparison("1,000 at once"));

        string[] ids = [.. page.DescendantsAndSelf().Attributes("id").Select(id => id.Value)];
        Assert.Equal(ids.Distinct(), ids);
        Assert.All(page.DescendantsAndSelf().Attributes("aria-labelledby"), reference => Assert.Contains(reference.Value, ids));
        Assert.All(page.Descendants("a").Attributes("href"), reference => Assert.Contains(reference.Value[1..], ids));
    }

    [Fact]
    public void Write_EachRow_HasBarsThatMatchItsFigures()
    {
        XElement page = Page(Results.Comparison("a comparison", 0.25));

        XElement pooled = Assert.Single(Rows(page), row => Class(row).Contains("pooled", StringComparison.Ordinal));
        Assert.Equal("25%", Fill(pooled, "time")!.Attribute("width")!.Value);
        Assert.Null(Fill(pooled, "bytes"));
        XElement other = Assert.Single(Rows(page), row => Class(row).Contains("other", StringComparison.Ordinal));
        Assert.Equal("100%", Fill(other, "time")!.Attribute("width")!.Value);
        Assert.Equal("100%", Fill(other, "bytes")!.Attribute("width")!.Value);
    }

    [Fact]
    public void Write_Tables_HaveRolesAndAsManyCellsAsHeaders()
    {
        XElement page = Page(Results.Comparison("a comparison"));

        XElement table = Assert.Single(page.Descendants(), element => (string?)element.Attribute("role") == "table");
        int[] counts = [.. table.Elements().Select(row => row.Elements().Count(cell => cell.Attribute("role") is not null))];
        Assert.Equal([5, 5, 5], counts);
    }

    [Theory]
    [InlineData(0.5, "faster")]
    [InlineData(1.0, "equal within noise")]
    [InlineData(2.0, "slower")]
    public void Write_Verdict_IsInWordsToo(double ratio, string expected)
    {
        XElement page = Page(Results.Comparison("a comparison", ratio));

        Assert.Equal(expected,
            Assert.Single(page.Descendants("span"), span => Class(span).StartsWith("badge", StringComparison.Ordinal)).Value);
        Assert.Contains(page.Descendants("li"), item => item.Value.Contains($"({expected})", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_NoisyComparison_SaysSoWithoutItsMedian()
    {
        string text = Text(Results.NoisyComparison("a comparison"));

        Assert.Contains("The machine was too busy to tell in 1.", text, StringComparison.Ordinal);
        Assert.Contains("0.90x-20.0x the time of other way (machine too busy to tell)", text, StringComparison.Ordinal);
        Assert.DoesNotContain("9.60x", text, StringComparison.Ordinal);
        Assert.DoesNotContain("(equal within noise)", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_FailedCheck_StandsOnTop()
    {
        XElement page = Page(Results.Comparison("a comparison", 0.5, new Check("7 instead of 8", false)));

        XElement alert = Assert.Single(page.Descendants(), element => (string?)element.Attribute("role") == "alert");
        Assert.Contains("7 instead of 8", alert.Value, StringComparison.Ordinal);
    }

    private static string Text(params ComparisonResult[] comparisons)
    {
        using var stream = new MemoryStream();
        HtmlReport.Write(Results.Tour(comparisons), stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static XElement Page(params ComparisonResult[] comparisons)
    {
        using var reader = XmlReader.Create(new StringReader(Text(comparisons)),
            new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        return XElement.Load(reader);
    }

    private static string Style(XElement page) => Assert.Single(page.Descendants("style")).Value;

    private static IEnumerable<XElement> Rows(XElement page) =>
        page.Descendants("div").Where(div => Class(div).StartsWith("row ", StringComparison.Ordinal));

    private static string Class(XElement element) => (string?)element.Attribute("class") ?? "";

    private static XElement? Fill(XElement row, string cell) =>
        row.Elements("span").Single(span => Class(span) == cell).Descendants("rect").SingleOrDefault(rect => Class(rect) == "fill");
}
