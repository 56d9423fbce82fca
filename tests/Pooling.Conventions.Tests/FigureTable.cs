namespace Pooling.Conventions;

/// <summary>A table of docs/generated/figures.md, whose contenders do the same work.</summary>
/// <param name="title">The heading.</param>
/// <param name="figures">The contenders, the plain way first.</param>
/// <param name="others">The results of other processors than that of the page.</param>
internal sealed class FigureTable(string title, IReadOnlyList<Figure> figures, IReadOnlyList<ProcessorResults> others)
{
    /// <summary>The ratio of two times from which on they differ; less is noise.</summary>
    internal const double Noise = 1.05;

    /// <summary>Gets the area of the library.</summary>
    internal string Area { get; private init; } = "";

    /// <summary>Gets the contenders, the plain way first.</summary>
    internal IReadOnlyList<Figure> Figures => figures;

    /// <summary>Gets the contenders of this library that do the work of the table.</summary>
    internal IEnumerable<Figure> Ours => figures.Where(static figure => figure.IsOurs && !figure.IsAdvice);

    /// <summary>Gets the contenders of others that do the same work.</summary>
    internal IEnumerable<Figure> Alternatives => figures.Where(static figure => !figure.IsOurs && !figure.IsAdvice);

    /// <summary>Gets the fastest of the others; <see langword="null"/> if there is none.</summary>
    internal Figure? FastestAlternative => Alternatives.MinBy(static figure => figure.Nanoseconds);

    /// <summary>Gets the heading as it is written on the page.</summary>
    internal string Heading => title;

    /// <summary>Gets the anchor of the heading.</summary>
    internal string Anchor => AnchorOf(title);

    /// <summary>Gets the heading: the class, its category and its parameters.</summary>
    internal string Title { get; } = title.Replace("\\<", "<", StringComparison.Ordinal);

    /// <summary>Gets the class of the benchmarks, without type arguments.</summary>
    internal string Class => Title.Split(',', '<', ' ')[0];

    /// <summary>Reads the tables of docs/generated/figures.md, with the results of other processors.</summary>
    internal static Dictionary<string, FigureTable> ReadPage()
    {
        string figures = File.ReadAllText(RepositoryTree.PathOf("docs", "generated", "figures.md")).ReplaceLineEndings("\n");
        return ReadAll(figures.Split('\n'), ProcessorResults.ReadOthers(figures));
    }

    /// <summary>Reads the tables of a page by the anchors that GitHub assigns to their headings.</summary>
    /// <param name="lines">The lines of the page.</param>
    /// <param name="others">The results of other processors; <see langword="null"/> for none.</param>
    internal static Dictionary<string, FigureTable> ReadAll(IEnumerable<string> lines, IReadOnlyList<ProcessorResults>? others = null)
    {
        Dictionary<string, (string Area, string Title, List<Figure> Figures)> tables = [];
        List<Figure>? table = null;
        string area = "";
        foreach (string line in lines)
        {
            if (line.StartsWith("### ", StringComparison.Ordinal))
                tables.Add(AnchorOf(line[4..]), (area, line[4..], table = []));
            else if (line.StartsWith("## ", StringComparison.Ordinal))
                (table, area) = (null, line[3..]);
            else if (line.StartsWith("| ", StringComparison.Ordinal) && !line.StartsWith("| contender |", StringComparison.Ordinal))
                table?.Add(Figure.Parse(line));
        }

        return tables.ToDictionary(static entry => entry.Key, entry => new FigureTable(entry.Value.Title, entry.Value.Figures, others ?? [])
        {
            Area = entry.Value.Area,
        });
    }

    /// <summary>Returns the anchor of a heading: its letters and digits in lower case, with hyphens for spaces.</summary>
    internal static string AnchorOf(string heading) => string.Concat(heading.Trim().ToLowerInvariant()
        .Where(static letter => char.IsLetterOrDigit(letter) || letter is '-' or '_' or ' ')).Replace(' ', '-');

    /// <summary>Returns the contender with a name, or null.</summary>
    internal Figure? Find(string name) => figures.FirstOrDefault(figure => figure.Name == name);

    /// <summary>Returns the time of one contender divided by that of the other.</summary>
    internal double Ratio(Figure ours, Figure theirs) =>
        theirs == figures[0] && ours.Ratio is { } measured ? measured : ours.Nanoseconds / theirs.Nanoseconds;

    /// <summary>Returns the same for each processor that measured both.</summary>
    internal IEnumerable<double> Ratios(Figure ours, Figure theirs) =>
        [Ratio(ours, theirs), .. others.Select(results => results.Ratio(Anchor, ours.Name, theirs.Name)).OfType<double>()];

    /// <summary>Returns the text for the speed of one contender compared with the other, from the slowest processor to the
    /// fastest.</summary>
    internal string Speed(Figure ours, Figure theirs) => SpeedText.Of(Ratios(ours, theirs));
}
