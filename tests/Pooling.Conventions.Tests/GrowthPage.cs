using System.Text;

namespace Pooling.Conventions;

/// <summary>Writes docs/generated/growth.md and its drawings.</summary>
internal static class GrowthPage
{
    /// <summary>Returns the files of the page by their paths.</summary>
    internal static IReadOnlyDictionary<string, string> Create(IReadOnlyCollection<FigureTable> tables, string machine)
    {
        var page = new StringBuilder($"""
            # How it grows

            The time of one operation, drawn from [the figures](figures.md). Both axes are logarithmic. Solid lines are
            this library; the dashed one is the fastest other way at each point, also if it does less. Measured on
            {machine}.

            """);
        Dictionary<string, string> files = [];
        foreach (GrowthChart chart in GrowthChart.All)
        {
            files.Add($"docs/generated/growth/{chart.File}.svg", chart.Draw(tables));
            page.Append($"\n## {char.ToUpperInvariant(chart.Number[0])}{chart.Number[1..]}\n\n{chart.Title}.\n\n")
                .Append($"![By {chart.Number}](growth/{chart.File}.svg)\n");
        }

        files.Add("docs/generated/growth.md", page.ToString().ReplaceLineEndings("\n"));
        return files;
    }
}
