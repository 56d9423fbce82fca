using System.Text.Json;
using Pooling.JsonExport.After;
using Pooling.JsonExport.Before;

namespace Pooling.JsonExport;

/// <summary>The writers that the sample knows.</summary>
internal static class ExportContenders
{
    /// <summary>The name of the hand-written baseline.</summary>
    public const string Direct = "utf8-writer";

    /// <summary>The name of the baseline of a full framework.</summary>
    public const string OData = "odata";

    private const string AllNames = "all";

    public static IReadOnlyList<ExportContender> All { get; } =
    [
        new(new SerializerExport(), false, "JsonSerializer with reflection"),
        new(new SourceGeneratedExport(), false, "JsonSerializer with generated code"),
        new(new Utf8JsonWriterExport(), false, "new Utf8JsonWriter on the stream, flushed every 66 customers"),
        new(new ArrayPoolPublishedExport(), false, "new Utf8JsonWriter on a rented array, as published")
        {
            KnownDefect = "clears its buffer while bytes are pending: wrong beyond 16 KB",
        },
        new(new ArrayPoolFixedExport(), false, "the same, corrected"),
        new(new ODataExport(), false, "OData's message writer") { EscapesOtherwise = true },
        new(new PooledStreamExport(), true, "a leased writer on the stream"),
        new(new PooledPipeExport(), true, "a leased writer on a pipe"),
        new(new PooledMemoryExport(), true, "a leased writer on its own buffer"),
    ];

    public static string Names => string.Join(", ", All.Select(static contender => contender.Name));

    public static ExportContender? Find(string name) => All.FirstOrDefault(contender => contender.Name == name);

    /// <summary>Parses a list of writers.</summary>
    /// <param name="option">The option that contains the list.</param>
    /// <param name="names">Names separated by commas, or <c>all</c>.</param>
    /// <exception cref="UsageException">There is no such writer.</exception>
    public static IReadOnlyList<ExportContender> Parse(string option, string names)
    {
        if (names == AllNames)
            return All;

        string[] asked = names.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (string name in asked)
        {
            if (Find(name) is null)
                throw new UsageException($"unknown writer '{name}'; available: {Names}, {AllNames}");
        }

        return asked.Length == 0
            ? throw new UsageException($"option '{option}' needs a writer; available: {Names}, {AllNames}")
            : [.. All.Where(contender => asked.Contains(contender.Name))];
    }

    /// <summary>The expected document, created in the simplest way.</summary>
    public static byte[] Expected(CustomerPage page) => JsonSerializer.SerializeToUtf8Bytes(page);
}
