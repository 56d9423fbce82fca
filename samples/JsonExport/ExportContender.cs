using System.Text.Json;
using Pooling.JsonExport.After;

namespace Pooling.JsonExport;

/// <summary>A writer of the sample, and what is to be expected of it.</summary>
/// <param name="Export">The writer.</param>
/// <param name="IsPooled">Whether it is one of <c>After/</c>.</param>
/// <param name="Summary">What it is, in a few words.</param>
internal sealed record ExportContender(ICustomerExport Export, bool IsPooled, string Summary)
{
    public string Name => Export.Name;

    /// <summary>Whether it holds the whole document in memory, so that a server must limit how many there are at once.</summary>
    public bool HoldsDocument => Export is PooledMemoryExport;

    /// <summary>Whether it escapes other characters than the others, so that only the parsed documents can be compared.</summary>
    public bool EscapesOtherwise { get; init; }

    /// <summary>What is known to be wrong with it, as published; <see langword="null"/> if nothing is.</summary>
    public string? KnownDefect { get; init; }

    /// <summary>Compares a document that it wrote with the right one.</summary>
    /// <returns>What differs, in one line, or <see langword="null"/>.</returns>
    public string? Difference(byte[] expected, byte[] actual)
    {
        if (!EscapesOtherwise)
            return ByteDifference.Describe("the right one", expected, "its document", actual);

        try
        {
            using JsonDocument left = JsonDocument.Parse(expected);
            using JsonDocument right = JsonDocument.Parse(actual);
            return JsonElement.DeepEquals(left.RootElement, right.RootElement) ? null : "its document says something else";
        }
        catch (JsonException exception)
        {
            return $"its document is not JSON: {exception.Message}";
        }
    }
}
