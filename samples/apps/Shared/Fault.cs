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

    /// <summary>Returns a line if a number of bytes grew by more than is allowed.</summary>
    /// <param name="what">The owner of the bytes, as the start of the line.</param>
    /// <param name="from">The number of bytes before.</param>
    /// <param name="to">The number of bytes after.</param>
    /// <param name="most">The maximum factor of growth.</param>
    /// <param name="spare">The number of bytes that are allowed in addition.</param>
    /// <returns>One line, or none.</returns>
    public static string[] OfGrowth(string what, long from, long to, double most, long spare) => to <= (from * most) + spare
        ? []
        : [string.Create(CultureInfo.InvariantCulture, $"{what} grew from {from:N0} to {to:N0} bytes")];
}
