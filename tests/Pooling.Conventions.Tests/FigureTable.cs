using System.Globalization;

namespace Pooling.Conventions;

/// <summary>A table of docs/generated/figures.md, whose contenders do the same work.</summary>
internal sealed class FigureTable(string title, IReadOnlyList<Figure> figures)
{
    /// <summary>Gets the heading: the class, its category and its parameters.</summary>
    internal string Title { get; } = title.Replace("\\<", "<", StringComparison.Ordinal);

    /// <summary>Gets the class of the benchmarks, without type arguments.</summary>
    internal string Class => Title.Split(',', '<', ' ')[0];

    /// <summary>Reads the tables of a page by the anchors that GitHub assigns to their headings.</summary>
    internal static Dictionary<string, FigureTable> ReadAll(IEnumerable<string> lines)
    {
        Dictionary<string, (string Title, List<Figure> Figures)> tables = [];
        List<Figure>? table = null;
        foreach (string line in lines)
        {
            if (line.StartsWith("### ", StringComparison.Ordinal))
                tables.Add(AnchorOf(line[4..]), (line[4..], table = []));
            else if (line.StartsWith("## ", StringComparison.Ordinal))
                table = null;
            else if (line.StartsWith("| ", StringComparison.Ordinal) && !line.StartsWith("| contender |", StringComparison.Ordinal))
                table?.Add(Figure.Parse(line));
        }

        return tables.ToDictionary(static entry => entry.Key, static entry => new FigureTable(entry.Value.Title, entry.Value.Figures));
    }

    /// <summary>Returns the anchor of a heading: its letters and digits in lower case, with hyphens for spaces.</summary>
    internal static string AnchorOf(string heading) => string.Concat(heading.Trim().ToLowerInvariant()
        .Where(static letter => char.IsLetterOrDigit(letter) || letter is '-' or '_' or ' ')).Replace(' ', '-');

    /// <summary>Returns the contender with a name, or null.</summary>
    internal Figure? Find(string name) => figures.FirstOrDefault(figure => figure.Name == name);

    /// <summary>Returns the time of one contender divided by that of the other.</summary>
    internal double Ratio(Figure ours, Figure theirs) =>
        theirs == figures[0] && ours.Ratio is { } measured ? measured : ours.Nanoseconds / theirs.Nanoseconds;

    /// <summary>Returns the text for the speed of one contender compared with the other: "2.1x faster" means 1/2.1 of the time.</summary>
    internal string Speed(Figure ours, Figure theirs)
    {
        double ratio = Ratio(ours, theirs);
        string times = Times(ratio < 1 ? 1 / ratio : ratio);
        return times == "1.00" ? "the same time" : $"{times}x {(ratio < 1 ? "faster" : "slower")}";
    }

    // Two digits, or three if the first is a 1, which alone is not precise.
    private static string Times(double ratio) =>
        ratio.ToString(ratio >= 9.95 ? "F0" : ratio >= 1.195 ? "F1" : "F2", CultureInfo.InvariantCulture);
}
