namespace Pooling.Internal;

/// <summary>Formats numbers with their unit for messages: "1 byte", "2 bytes".</summary>
internal static class Quantity
{
    internal static string Of(long count, string unit) => count == 1 ? $"1 {unit}" : $"{count} {unit}s";
}
