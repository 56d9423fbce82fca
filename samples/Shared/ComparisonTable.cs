using System.Globalization;
using Spectre.Console;

namespace Pooling.Samples;

/// <summary>A table with a column for each run and, behind two of them, their ratio.</summary>
/// <param name="console">Where it will be written.</param>
/// <param name="runs">The runs; the first is what the other is compared with.</param>
/// <param name="title">What a run is called.</param>
internal sealed class ComparisonTable<TRun>(IAnsiConsole console, IReadOnlyList<TRun> runs, Func<TRun, string> title)
{
    private readonly Table _table = SampleConsole.CreateTable(console,
        ["", .. runs.Select(title), .. runs.Count == 2 ? ["ratio"] : Array.Empty<string>()]);

    /// <summary>Adds a row.</summary>
    /// <param name="name">What it tells.</param>
    /// <param name="format">How figures are written.</param>
    /// <param name="value">The figure of a run.</param>
    /// <param name="hasRatio">Whether the ratio of two such figures says something.</param>
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
