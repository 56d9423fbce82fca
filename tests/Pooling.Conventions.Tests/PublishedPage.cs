using System.Globalization;
using System.Text;

namespace Pooling.Conventions;

/// <summary>Writes docs/generated/published.md: a line for each row that others published, and how this library compares.</summary>
internal static class PublishedPage
{
    private const double Noise = 1.05;

    /// <summary>Returns the page.</summary>
    internal static string Create(IReadOnlyCollection<FigureTable> tables, BenchmarkRoles roles, IEnumerable<BenchmarkRow> rows)
    {
        Line[] lines = [.. rows.Where(static row => row.IsPublished).Select(row => Line.Of(row, tables, roles)).OfType<Line>()];
        var page = new StringBuilder();
        page.Append($"""
            # Published rows

            A line for each benchmark that others published: its time divided by that of the plain way, which it was compared
            with. *Here* is the published technique in our own code, beside this library and the fastest other way of today.
            A row that was measured in several shapes shows the one in which this library does worst. In
            {lines.Count(static line => line.IsFastest)} of {lines.Length} rows it is as fast as the fastest, or faster.
            [The figures](figures.md) have all shapes, times and spreads, and [Benchmarks](../../benchmarks/README.md) names the
            sources.

            """.ReplaceLineEndings("\n"));
        foreach (IGrouping<string, Line> source in lines.GroupBy(static line => line.Row.Source))
        {
            page.Append(CultureInfo.InvariantCulture, $"\n## {source.Key}\n\n");
            page.Append("| row | published | here | ours | fastest other | verdict |\n|---|---|---|---|---|---|\n");
            foreach (Line line in source)
                page.Append(line.Text).Append('\n');
        }

        return page.ToString();
    }

    private sealed record Line(BenchmarkRow Row, FigureTable Table, Figure? Published, Figure Ours, Figure? Other)
    {
        internal bool IsFastest => !(Lag >= Noise); // not a number if both take less than the timer can tell

        internal string Text => string.Create(CultureInfo.InvariantCulture,
            $"| `{Row.Id}`: {Row.Title} ([table](figures.md#{Table.Anchor})) | {(Row.PublishedRatio is { } ratio ? $"{ratio:0.00}" : "-")} "
                + $"| {Against(Published)} | {Against(Ours)} | {Against(Other)} | {Verdict} |");

        private double Lag => Table.Ratio(Ours, Winner);

        private Figure Winner => new[] { Table.Figures[0], Published, Other }.OfType<Figure>().MinBy(static figure => figure.Nanoseconds)!;

        private string Verdict => double.IsNaN(Lag) ? "too short to tell" : IsFastest ? "fastest"
            : $"[{Table.Speed(Ours, Winner)}](figures.md#{Table.Anchor} \"{Ours.Name}, {Winner.Name}\") than {Winner.Name}"
                + (Row.Note is { } note ? $": {note}" : "");

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
