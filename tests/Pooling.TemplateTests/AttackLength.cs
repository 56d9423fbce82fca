using System.Diagnostics;
using System.Globalization;

namespace Pooling.TemplateTests;

/// <summary>The size of an attack: once by 1,000 connections, or for POOLING_TESTS_SECONDS by 5,000.</summary>
internal static class AttackLength
{
    private static readonly int s_seconds =
        int.Parse(Environment.GetEnvironmentVariable("POOLING_TESTS_SECONDS") ?? "0", CultureInfo.InvariantCulture);

    /// <summary>Gets the number of connections.</summary>
    internal static int Connections => s_seconds > 0 ? 5_000 : 1_000;

    /// <summary>Gets the time after which something hangs.</summary>
    internal static TimeSpan Limit => TimeSpan.FromSeconds(600 + (3 * s_seconds));

    /// <summary>Indicates whether an attack that began at the timestamp is to be repeated.</summary>
    internal static bool GoesOn(long start) => Stopwatch.GetElapsedTime(start).TotalSeconds < s_seconds;
}
