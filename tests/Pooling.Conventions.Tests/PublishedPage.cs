using System.Globalization;
using System.Text;

namespace Pooling.Conventions;

/// <summary>Writes docs/generated/published.md: a line for each row that others published, and how this library compares.</summary>
internal static class PublishedPage
{
    /// <summary>Returns the page.</summary>
    internal static string Create(IReadOnlyCollection<FigureTable> tables, BenchmarkRoles roles, IEnumerable<BenchmarkRow> rows)
    {
        Line[] lines = [.. Lines(tables, roles, rows)];
        Line[] ours = [.. lines.Where(static line => line.Row.AddsNothing is null)];
        int fastest = ours.Count(static line => line.IsFastest);
        var page = new StringBuilder();
        page.Append($"""
            # Published rows

            A line for each benchmark that others published: its time divided by that of the plain way, which it was compared
            with. *Here* is the published technique in our own code, beside this library and the best other way of today: the
            fastest of the plain way, the published technique and other libraries. A row that was measured in several shapes
            shows the one in which this library does worst. In {fastest} of {ours.Length} rows it is as fast as the best other
            way within 5 %, or faster, on every processor that measured both. In {lines.Length - ours.Length} more rows
            *ours* is a technique to which the library adds nothing. [The figures](figures.md) have all shapes, times and
            spreads, and [Benchmarks](../../benchmarks/README.md) names the sources.

            """.ReplaceLineEndings("\n"));
        ILookup<bool, Line> byAge = lines.ToLookup(static line => line.Row.WhyPast is not null);
        foreach (IGrouping<string, Line> source in byAge[false].GroupBy(static line => line.Row.Source))
            Append(page, source.Key, source);

        Append(page, "Plain ways that nobody writes any more", byAge[true]);
        return page.ToString();
    }

    /// <summary>Returns the ids of the rows in which this library is slower, and that do not say why.</summary>
    internal static IEnumerable<string> Unexplained(
        IReadOnlyCollection<FigureTable> tables, BenchmarkRoles roles, IEnumerable<BenchmarkRow> rows) =>
        from line in Lines(tables, roles, rows)
        where line is { IsFastest: false, Row.WhySlower: null, Row.AddsNothing: null }
        select line.Row.Id;

    private static IEnumerable<Line> Lines(
        IReadOnlyCollection<FigureTable> tables, BenchmarkRoles roles, IEnumerable<BenchmarkRow> rows) =>
        rows.Where(static row => row.IsPublished).Select(row => Line.Of(row, tables, roles)).OfType<Line>();

    private static void Append(StringBuilder page, string heading, IEnumerable<Line> lines)
    {
        page.Append(CultureInfo.InvariantCulture, $"\n## {heading}\n\n");
        page.Append("| row | published | here | ours | best other | verdict |\n|---|---|---|---|---|---|\n");
        foreach (Line line in lines)
            page.Append(line.Text).Append('\n');
    }

    private sealed record Line(BenchmarkRow Row, FigureTable Table, Figure? Published, Figure Ours, Figure? Other)
    {
        internal bool IsFastest => !(Lag >= FigureTable.Noise);

        internal string Text => string.Create(CultureInfo.InvariantCulture,
            $"| `{Row.Id}`: {Row.Title} ([table](figures.md#{Table.Anchor})) | {(Row.PublishedRatio is { } ratio ? $"{ratio:0.00}" : "-")} "
                + $"| {Against(Published)} | {Against(Ours)} | {Against(Best)} | {Verdict}{Remarks} |");

        // On the processor that is slowest with it; not a number if both take less than the timer can tell.
        private double Lag => Table.Ratios(Ours, Best).Aggregate(Math.Max);

        private Figure Best => new[] { Table.Figures[0], Published, Other }.OfType<Figure>().MinBy(static figure => figure.Nanoseconds)!;

        private string Verdict => double.IsNaN(Lag) ? "too short to tell" : IsFastest ? "fastest"
            : $"[{Table.Speed(Ours, Best)}](figures.md#{Table.Anchor} \"{Ours.Name}, {Best.Name}\") than {Best.Name}"
                + (Row.WhySlower is { } reason ? $": {reason}" : "");

        private string Remarks =>
            string.Concat(((string?[])[Row.AddsNothing, Row.WhyPast]).OfType<string>().Select(static text => $". {text}"));

        /// <summary>Returns the line for the shape in which ours does worst; <see langword="null"/> if none was measured.</summary>
        internal static Line? Of(BenchmarkRow row, IEnumerable<FigureTable> tables, BenchmarkRoles roles) => (
            from table in tables
            where row.IsAbout(table.Title)
            let named = roles.Of(table.Class).Where(contender => contender.Names(row.Id)).ToArray()
            let ours = Fastest(table, named, "Ours")
            where ours is not null
            select new Line(row, table, Fastest(table, named, "Published"), ours, Fastest(table, named, "Peer")))
            .MaxBy(static line => line.Lag);

        private static Figure? Fastest(FigureTable table, IEnumerable<BenchmarkContender> contenders, string role) => contenders
            .Where(contender => contender.Role == role)
            .Select(contender => table.Find(contender.Method))
            .OfType<Figure>()
            .MinBy(static figure => figure.Nanoseconds);

        private string Against(Figure? figure) => figure is null ? "-" : string.Create(CultureInfo.InvariantCulture,
            $"{Table.Ratio(figure, Table.Figures[0]):0.00}, {figure.Allocated} ({figure.Name})");
    }
}
