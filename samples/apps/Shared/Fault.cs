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

    /// <summary>Returns a line if bytes grew by more than they may.</summary>
    /// <param name="what">Whose bytes, as the line begins.</param>
    /// <param name="from">The bytes before.</param>
    /// <param name="to">The bytes after.</param>
    /// <param name="most">How many times the bytes before they may be.</param>
    /// <param name="spare">The bytes that they may be beyond that.</param>
    /// <returns>One line, or none.</returns>
    public static string[] OfGrowth(string what, long from, long to, double most, long spare) => to <= (from * most) + spare
        ? []
        : [string.Create(CultureInfo.InvariantCulture, $"{what} grew from {from:N0} to {to:N0} bytes")];
}
