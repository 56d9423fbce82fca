using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Spectre.Console;

namespace Pooling.JsonExport.Exporting;

/// <summary>Formats the figures of an export for people and for programs.</summary>
internal static class ExportReport
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    public static void Write(ExportResult result, IAnsiConsole console)
    {
        console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{result.Count:N0} customers, {result.Bytes:N0} bytes, to {Words(result.Sink)}; medians of {result.Writes} writes each"));
        console.WriteLine();

        Table table = SampleConsole.CreateTable(console, "writer", "ms", "MB/s", "allocated", "gen 0/1/2", "to direct",
            "to odata", "check");
        foreach (ExportRow row in result.Rows)
        {
            table.AddRow(
                Markup.FromInterpolated($"[{(row.Contender.IsPooled ? "bold" : "default")}]{row.Contender.Name}[/]"),
                new Markup(Number(row.Milliseconds.Median, "0.00")),
                new Markup(Number(row.MegabytesPerSecond(result.Bytes), "N0")),
                new Markup(Number(row.AllocatedBytes, "N0") + " B"),
                new Markup(string.Create(CultureInfo.InvariantCulture, $"{row.Gen0}/{row.Gen1}/{row.Gen2}")),
                new Markup(Ratio(row.ToDirect)),
                new Markup(Ratio(row.ToOData)),
                new Markup(row.Difference is null ? "[green]ok[/]" : "[red]WRONG[/]"));
        }

        console.Write(table);
        foreach (ExportRow row in result.Rows)
        {
            if (row.Difference is not null)
                console.WriteLine($"{row.Contender.Name}: {row.Difference}");

            if (row is { Difference: not null, Contender.KnownDefect: { } defect })
                console.WriteLine($"{row.Contender.Name}: as published, it {defect}");
        }
    }

    public static void Write(ExportResult result, Stream target) => JsonSerializer.Serialize(target, Shape(result), s_options);

    private static object Shape(ExportResult result) => new
    {
        Schema,
        Date = DateTimeOffset.UtcNow,
        Machine = SampleMachine.Describe(),
        result.Count,
        result.Sink,
        result.Bytes,
        result.Writes,
        result.Passed,
        Writers = result.Rows.Select(row => new
        {
            row.Contender.Name,
            row.Contender.Summary,
            Pooled = row.Contender.IsPooled,
            Correct = row.Difference is null,
            row.Difference,
            row.Contender.KnownDefect,
            MillisecondsPerWrite = row.Milliseconds,
            MegabytesPerSecond = row.MegabytesPerSecond(result.Bytes),
            AllocatedBytesPerWrite = row.AllocatedBytes,
            row.Gen0,
            row.Gen1,
            row.Gen2,
            RatioToDirect = row.ToDirect,
            RatioToOData = row.ToOData,
        }),
    };

    private static string Words(ExportSink sink) => sink switch
    {
        ExportSink.File => "a file",
        ExportSink.Null => "nowhere",
        _ => "memory",
    };

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static string Ratio(Quartiles? ratio) => ratio is { } known ? Number(known.Median, "0.00") + "x" : "-";
}
