using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>A row of a table of choices, which compares this library with one peer for one kind of work.</summary>
/// <param name="Line">The line of the page.</param>
/// <param name="Work">The work, including the duties of both.</param>
/// <param name="Peer">The library, type or technique with which it is compared, without formatting and type arguments.</param>
/// <param name="Best">The case in which this library performs best.</param>
/// <param name="Worst">The case in which it performs worst.</param>
/// <param name="Allocated">The bytes.</param>
internal sealed partial record ComparisonRow(string Line, string Work, string Peer, string Best, string Worst, string Allocated)
{
    private const double Noise = 1.1; // between two runs

    private static readonly string[] s_columns = ["the work", "peer", "at its best", "at its worst", "allocated"];

    /// <summary>Reads the rows of all such tables of a page.</summary>
    internal static IEnumerable<ComparisonRow> ReadAll(string page)
    {
        int[]? columns = null;
        foreach (string line in page.Split('\n'))
        {
            string[] cells = line.StartsWith('|') ? [.. line.Split('|')[1..^1].Select(static cell => cell.Trim())] : [];
            if (cells is [])
                columns = null;
            else if (s_columns.All(cells.Contains))
                columns = [.. s_columns.Select(column => Array.IndexOf(cells, column))];
            else if (columns is not null && !cells[0].StartsWith("---", StringComparison.Ordinal))
                yield return Create(line, [.. columns.Select(column => cells[column])]);
        }
    }

    /// <summary>Returns the violations of the rules: a cell names one peer and one duty, and the worst ordinary case is stated with the
    /// best.</summary>
    /// <param name="tables">The tables of docs/generated/figures.md.</param>
    /// <param name="roles">The attributes of the benchmark methods.</param>
    /// <param name="isOrdinary">Whether the case in a title is ordinary for users.</param>
    internal IEnumerable<string> Problems(
        IReadOnlyDictionary<string, FigureTable> tables, BenchmarkRoles roles, Func<string, bool> isOrdinary)
    {
        FigureLink[] best = [.. FigureLink.ReadAll(Best)];
        FigureLink[] worst = [.. FigureLink.ReadAll(Worst)];
        FigureLink[] allocated = [.. FigureLink.ReadAll(Allocated)];
        if (best.Length != 1 || worst.Length != 1 || allocated.Length != 1)
            return ["not one figure in each cell"];

        if (OtherTypes() is { Length: > 0 } others)
            return [$"names {others}"];

        Comparison?[] comparisons = [.. new[] { best[0], worst[0], allocated[0] }.Select(link => Comparison.Find(link, tables, roles))];
        return comparisons.Any(static comparison => comparison is null)
            ? ["a title does not name a contender of ours and another one"]
            : [.. comparisons.SelectMany(comparison => Problems(comparison!)).Distinct(),
                .. WorseShapes(comparisons[0]!, comparisons[1]!, tables.Values.Where(table => isOrdinary(table.Title)), roles)];
    }

    private static ComparisonRow Create(string line, string[] cells) => new(
        line, Plain(cells[0]), TypeArgumentsPattern().Replace(Plain(cells[1]).Replace("`", "", StringComparison.Ordinal), ""),
        cells[2], cells[3], cells[4]);

    private static string Plain(string cell) => TargetPattern().Replace(cell, "${text}");

    // Only the cell of the peer names types that do not belong to this library.
    private string OtherTypes() => string.Join(", ", CodePattern().Matches(Work + Plain(Best) + Plain(Worst) + Plain(Allocated))
        .Select(static code => code.Groups["name"].Value)
        .Where(static name => !LibraryTypes.Public.Any(type => type.Name.Split('`')[0] == name || type.GetMember(name) is not [])));

    private IEnumerable<string> Problems(Comparison comparison)
    {
        if (comparison.Theirs.Peer != Peer)
            yield return $"{comparison.Theirs.Method} is {comparison.Theirs.Peer}, not {Peer}";

        foreach (string duty in comparison.Theirs.Duties.Except(comparison.Ours.Duties))
            yield return $"{comparison.Theirs.Method} does more: {duty}";

        foreach (string duty in comparison.Ours.Duties.Except(comparison.Theirs.Duties))
        {
            if (!Work.Contains(duty, StringComparison.Ordinal))
                yield return $"{comparison.Ours.Method} does more, and the row does not say so: {duty}";
        }
    }

    private static IEnumerable<string> WorseShapes(
        Comparison best, Comparison worst, IEnumerable<FigureTable> tables, BenchmarkRoles roles)
    {
        if (best.Ratio > worst.Ratio)
            yield return "the best shape is worse than the worst";

        string[] primitives = [PrimitiveOf(best.Table), PrimitiveOf(worst.Table)];
        foreach (FigureTable table in tables.Where(table => primitives.Contains(PrimitiveOf(table))))
        {
            foreach (Comparison other in Comparison.FindAll(table, worst, roles))
            {
                if (other.Ratio > worst.Ratio * Noise)
                    yield return $"worse: {table.Title}, {other.Text}";
            }
        }
    }

    // The type of this library with which the name of the class starts, such as MagazinePool of MagazinePoolHeldBenchmarks.
    private static string PrimitiveOf(FigureTable table) => LibraryTypes.Public
        .Select(static type => type.Name.Split('`')[0])
        .Where(name => table.Class.StartsWith(name, StringComparison.Ordinal))
        .MaxBy(static name => name.Length) ?? table.Class;

    [GeneratedRegex(@"\[(?<text>[^\]]*)\]\([^)]*\)")]
    private static partial Regex TargetPattern();

    [GeneratedRegex("`(?<name>[^`<]+)[^`]*`")]
    private static partial Regex CodePattern();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex TypeArgumentsPattern();
}
