using System.Globalization;
using System.Text.Json;
using Spectre.Console;

namespace Pooling.JsonExport.Loading;

/// <summary>Formats the figures of a load test for people and for programs.</summary>
internal static class LoadReport
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private static readonly JsonSerializerOptions s_options = new(JsonSerializerOptions.Web) { WriteIndented = true };

    public static void Write(LoadOptions options, IReadOnlyList<LoadRow> rows, IAnsiConsole console)
    {
        console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{options.Clients:N0} clients at once, {options.Requests:N0} requests of {options.Count:N0} customers "
                + $"each{(options.Abort ? "; a third of the requests is aborted midway" : "")}"));
        console.WriteLine();
        Table table = SampleConsole.CreateTable(
            console,
            "writer", "allocated/request", "gen 0/1/2", "requests/s", "median ms", "completed", "aborted", "refused", "errors", "in use");
        foreach (LoadRow row in rows)
        {
            table.AddRow(
                Markup.FromInterpolated($"[{(row.Contender.IsPooled ? "bold" : "default")}]{row.Contender.Name}[/]"),
                Cell($"{row.AllocatedBytes:N0} B"),
                Cell($"{row.Gen0}/{row.Gen1}/{row.Gen2}"),
                Cell($"{options.Clients * options.Requests / row.Seconds:N0}"),
                Cell($"{row.Milliseconds.Median:N0}"),
                Cell($"{row.Completed}"),
                Cell($"{row.Aborted}"),
                Cell($"{row.Refused}"),
                Cell($"{row.Errors}"),
                Cell($"{row.WritersInUse}"));
        }

        console.Write(table);
        foreach (LoadRow row in rows)
        {
            if (row.FirstError is { } error)
                console.WriteLine($"{row.Contender.Name}: {error}");
        }
    }

    public static string ToJson(LoadOptions options, IReadOnlyList<LoadRow> rows) => JsonSerializer.Serialize(
        new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Clients,
            options.Requests,
            options.Count,
            options.Abort,
            Passed = rows.All(static row => row.Passed),
            Writers = rows.Select(static row => new
            {
                row.Contender.Name,
                Pooled = row.Contender.IsPooled,
                AllocatedBytesPerRequest = row.AllocatedBytes,
                row.Gen0,
                row.Gen1,
                row.Gen2,
                row.Seconds,
                row.Milliseconds,
                row.Completed,
                row.Aborted,
                row.Refused,
                row.Errors,
                row.FirstError,
                row.WritersInUse,
            }),
        },
        s_options);

    private static Markup Cell(FormattableString value) => new(value.ToString(CultureInfo.InvariantCulture));
}
