using System.Text.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>Compares documents that say the same in other bytes: OData escapes fewer characters, and in lower case.</summary>
internal static class CustomerDocument
{
    internal const string EscapesOtherwise = "OData escapes other characters; the smoke run compares the parsed documents";

    /// <returns>A line that says that the document is the right one.</returns>
    /// <exception cref="InvalidOperationException">It is not.</exception>
    internal static string Verify(CustomerPage page, ReadOnlyMemory<byte> written)
    {
        using JsonDocument expected = JsonSerializer.SerializeToDocument(page);
        using JsonDocument actual = JsonDocument.Parse(written);
        return JsonElement.DeepEquals(expected.RootElement, actual.RootElement)
            ? $"{page.Value.Length} customers, equal as JSON"
            : throw new InvalidOperationException("The document differs from that of the serializer.");
    }
}
