using System.Globalization;

namespace OpcUa.Protocol.BuiltIn;

/// <summary>The texts of variants, for people. Arrays, long elements and long byte strings are shortened.</summary>
internal static class VariantText
{
    private const int MaxElements = 10;
    private const int MaxElementLength = 64; // characters
    private const int MaxBytes = 16;
    private const string Null = "null";

    /// <summary>Returns the text of a single value.</summary>
    internal static string Of<T>(T value) => value switch
    {
        null => Null,
        DateTime time => time.ToString("O", CultureInfo.InvariantCulture),
        byte[] bytes => Of(bytes),
        QualifiedName { NamespaceIndex: var space } name => space == 0 ? name.Name ?? Null : $"{space}:{name.Name}",
        LocalizedText text => text.Text ?? Null,
        XmlElement xml => xml.Text ?? Null,
        ExpandedNodeId id => Of(id),
        ExtensionObject { Body: var body } structure => body is null ? $"{structure.TypeId}" : $"{structure.TypeId} ({body.Length} bytes)",
        DataValue { StatusCode: var status } data => status == default ? $"{data.Value}" : $"{data.Value} ({status})",
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? Null,
    };

    /// <summary>Returns the text of an array.</summary>
    internal static string Of<T>(ReadOnlySpan<T> elements)
    {
        var texts = new List<string>();
        foreach (T element in elements[..Math.Min(elements.Length, MaxElements)])
        {
            string text = Of(element);
            texts.Add(text.Length > MaxElementLength ? $"{text.AsSpan(0, MaxElementLength)}…" : text);
        }

        if (elements.Length > MaxElements)
            texts.Add(string.Create(CultureInfo.InvariantCulture, $"… ({elements.Length})"));

        return $"[{string.Join(", ", texts)}]";
    }

    private static string Of(byte[] bytes) => bytes.Length > MaxBytes
        ? string.Create(CultureInfo.InvariantCulture, $"0x{Convert.ToHexString(bytes.AsSpan(0, MaxBytes))}… ({bytes.Length} bytes)")
        : $"0x{Convert.ToHexString(bytes)}";

    private static string Of(ExpandedNodeId id) =>
        $"{(id.ServerIndex == 0 ? "" : $"svr={id.ServerIndex};")}{(id.NamespaceUri is null ? "" : $"nsu={id.NamespaceUri};")}{id.NodeId}";
}
