using System.Globalization;
using System.Text.Json;

namespace Pooling.Samples;

/// <summary>A table that grows by one row each second.</summary>
/// <param name="write">Writes a line.</param>
/// <param name="format">The format.</param>
/// <param name="columns">The columns. JSON includes all members of a row.</param>
/// <remarks>Thread safety: one thread at a time.</remarks>
internal sealed class LiveTable<TRow>(Action<string> write, LiveFormat format, IReadOnlyList<LiveColumn<TRow>> columns)
{
    private const int RowsBetweenTitles = 20;

    private int _rows;

    /// <summary>Writes a row.</summary>
    public void Add(TRow row)
    {
        if (format == LiveFormat.Json)
        {
            write(JsonSerializer.Serialize(row, FiguresJson.Line));
            return;
        }

        if (_rows++ % RowsBetweenTitles == 0 && (format == LiveFormat.Terminal || _rows == 1))
            WriteTitles();

        write(Line(columns.Select(column => column.Cell(row).ToString(CultureInfo.InvariantCulture))));
    }

    private void WriteTitles()
    {
        write(Line(columns.Select(static column => column.Title)));
        if (format == LiveFormat.Markdown)
            write(Line(columns.Select(static column => new string('-', column.PaddedWidth - 1) + ":")));
    }

    private string Line(IEnumerable<string> cells)
    {
        IEnumerable<string> padded = cells.Zip(columns, static (cell, column) => cell.PadLeft(column.PaddedWidth));
        return format == LiveFormat.Terminal ? string.Join("  ", padded) : $"| {string.Join(" | ", padded)} |";
    }
}
