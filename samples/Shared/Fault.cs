using System.Globalization;

namespace Pooling.Samples;

/// <summary>Formats the faults that a check found.</summary>
internal static class Fault
{
    /// <summary>Returns a line if the count is not 0.</summary>
    /// <param name="count">The number of faults.</param>
    /// <param name="what">The fault, in words that follow the number.</param>
    /// <returns>One line, or none.</returns>
    public static string[] Of(long count, string what) =>
        count == 0 ? [] : [string.Create(CultureInfo.InvariantCulture, $"{count:N0} {what}")];
}
