using System.Globalization;
using Spectre.Console;

namespace Pooling.Samples;

/// <summary>A table with a column for each run and, after two runs, a column for their ratio.</summary>
/// <param name="console">The console to write it to.</param>
/// <param name="runs">The runs. The first one is the baseline.</param>
/// <param name="title">Returns the title of a run.</param>
internal sealed class ComparisonTable<TRun>(IAnsiConsole console, IReadOnlyList<TRun> runs, Func<TRun, string> title)
{
    private readonly Table _table = SampleConsole.CreateTable(console,
        ["", .. runs.Select(title), .. runs.Count == 2 ? ["ratio"] : Array.Empty<string>()]);

    /// <summary>Adds a row.</summary>
    /// <param name="name">The name of the figure.</param>
    /// <param name="format">The format of the figures.</param>
    /// <param name="value">Returns the figure of a run.</param>
    /// <param name="hasRatio">Whether the ratio of two such figures is meaningful.</param>
    public void Add(string name, string format, Func<TRun, double> value, bool hasRatio = true)
    {
        string[] cells = [.. runs.Select(run => value(run).ToString(format, CultureInfo.InvariantCulture))];
        string ratio = runs.Count == 2 && hasRatio && value(runs[0]) > 0
            ? (value(runs[1]) / value(runs[0])).ToString("0.00", CultureInfo.InvariantCulture) + "x"
            : "";
        _table.AddRow([name, .. cells, .. runs.Count == 2 ? [ratio] : Array.Empty<string>()]);
    }

    /// <summary>Writes the table.</summary>
    public void Write() => console.Write(_table);
}
