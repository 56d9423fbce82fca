using System.Reflection;

namespace Pooling.Benchmarks;

/// <summary>What the ratio run found out about one method.</summary>
/// <param name="Group">Class, category and parameters.</param>
/// <param name="Method">The benchmark method.</param>
/// <param name="Nanoseconds">The time of one operation.</param>
/// <param name="Ratio">The time against that of the baseline, or of what else was asked for, in the same round.</param>
/// <param name="Bytes">What one operation allocates on the thread that runs it and on worker threads, in the median round.</param>
internal sealed record RatioResult(string Group, MethodInfo Method, Distribution Nanoseconds, Distribution Ratio, double Bytes)
{
    /// <summary>The rows that the method is a contender of, with its role, or with its name where it has one.</summary>
    internal IEnumerable<(string Row, string Role)> Rows =>
        Method.GetCustomAttributes<RowAttribute>().Select(row => (row.Id, row.Name ?? row.Role.ToString()));
}
