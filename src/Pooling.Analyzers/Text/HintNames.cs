using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Text;

/// <summary>Chooses the names of generated files. The compiler compares them case-insensitively and throws for
/// duplicates, and file systems have their own limits.</summary>
internal static class HintNames
{
    // In bytes: with the extension and the folder of the generator, within the limits of file systems.
    private const int MaxLength = 150;

    /// <summary>Finds names that several types share after conversion to a file name.</summary>
    /// <returns>Usually nothing, so that an edit that changes one class regenerates only that class.</returns>
    internal static IncrementalValueProvider<EquatableArray<string>> FindShared(
        IncrementalValuesProvider<string> names) =>
        names.Collect().Select(static (all, _) => new EquatableArray<string>(all
            .GroupBy(Write, StringComparer.OrdinalIgnoreCase)
            .Where(static group => group.Count() > 1)
            .SelectMany(static group => group)
            .OrderBy(static name => name, StringComparer.Ordinal)));

    /// <summary>Returns the name of a file without its extension.</summary>
    internal static string Choose(string name, EquatableArray<string> shared)
    {
        string written = Write(name);
        bool isWhole = Encoding.UTF8.GetByteCount(written) <= MaxLength;
        if (isWhole && !shared.Contains(name, StringComparer.Ordinal))
            return written;

        // The end is the most specific part. No other name has a minus before its last part.
        int start = 0;
        while (Encoding.UTF8.GetByteCount(written.Substring(start)) > MaxLength)
            start++;

        return $"{written.Substring(start)}-{Hash(name).ToString("x16", CultureInfo.InvariantCulture)}";
    }

    private static string Write(string name)
    {
        StringBuilder written = new(name.Length);
        foreach (char letter in name)
            written.Append(char.IsLetterOrDigit(letter) || letter == '.' ? letter : '_');

        return written.ToString();
    }

    // FNV-1a: identical on every machine, unlike the hash of a string.
    private static ulong Hash(string name)
    {
        ulong hash = 14695981039346656037;
        foreach (char letter in name)
            hash = unchecked((hash ^ letter) * 1099511628211);

        return hash;
    }
}
