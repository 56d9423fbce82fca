using System.Collections;
using System.Text;

namespace Pooling.Encodeables.Generated;

/// <summary>Compares two objects member by member, including nested ones.</summary>
internal static class Comparison
{
    /// <summary>Returns the paths of the members that differ.</summary>
    internal static IEnumerable<string> Differences(object? found, object? expected, string path = "")
    {
        if (found is null || expected is null || found.GetType() != expected.GetType())
            return ReferenceEquals(found, expected) ? [] : [$"{path}: {found ?? "null"}, expected {expected ?? "null"}"];

        return (found, expected) switch
        {
            (StringBuilder, _) or (string, _) or (Delegate, _) or (ValueType, _) =>
                found.Equals(expected) || found.ToString() == expected.ToString() && found is StringBuilder
                    ? []
                    : [$"{path}: {found}, expected {expected}"],
            (IEnumerable items, IEnumerable others) => InItems([.. items.Cast<object?>()], [.. others.Cast<object?>()], path),
            _ => StoredFields.Of(found.GetType())
                .SelectMany(field => Differences(field.GetValue(found), field.GetValue(expected), $"{path}.{field.Name}")),
        };
    }

    private static IEnumerable<string> InItems(object?[] found, object?[] expected, string path) => found.Length == expected.Length
        ? found.Zip(expected, static (one, other) => (one, other))
            .SelectMany((pair, index) => Differences(pair.one, pair.other, $"{path}[{index}]"))
        : [$"{path}: {found.Length} items, expected {expected.Length}"];
}
