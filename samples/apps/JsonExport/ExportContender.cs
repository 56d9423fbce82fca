using System.Text.Json;
using Pooling.JsonExport.After;

namespace Pooling.JsonExport;

/// <summary>A writer of the sample, and the properties of its output.</summary>
/// <param name="Export">The writer.</param>
/// <param name="IsPooled">Whether it is one of <c>After/</c>.</param>
/// <param name="Summary">A short description.</param>
internal sealed record ExportContender(ICustomerExport Export, bool IsPooled, string Summary)
{
    public string Name => Export.Name;

    /// <summary>Whether it holds the whole document in memory, so that a server must limit the number of concurrent documents.</summary>
    public bool HoldsDocument => Export is PooledMemoryExport;

    /// <summary>Whether it escapes different characters, so that only the parsed documents can be compared.</summary>
    public bool EscapesOtherwise { get; init; }

    /// <summary>A known defect of the published code; <see langword="null"/> if there is none.</summary>
    public string? KnownDefect { get; init; }

    /// <summary>Compares a document of this writer with the expected one.</summary>
    /// <returns>A one-line description of the difference, or <see langword="null"/>.</returns>
    public string? Difference(byte[] expected, byte[] actual)
    {
        if (!EscapesOtherwise)
            return ByteDifference.Describe("the expected one", expected, "its document", actual);

        try
        {
            using JsonDocument left = JsonDocument.Parse(expected);
            using JsonDocument right = JsonDocument.Parse(actual);
            return JsonElement.DeepEquals(left.RootElement, right.RootElement) ? null : "its document has different content";
        }
        catch (JsonException exception)
        {
            return $"its document is not JSON: {exception.Message}";
        }
    }
}
