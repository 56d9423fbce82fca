using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Samples;

/// <summary>Waits for the effects of other threads.</summary>
internal static class Wait
{
    /// <summary>Gets the maximum time, which is reached only if something is wrong.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(2);

    /// <summary>Waits until a condition is true.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="what">The condition in words; its code by default.</param>
    public static async Task Until(Func<bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "")
    {
        for (var time = Stopwatch.StartNew(); !condition(); await Task.Delay(5))
            Assert.True(time.Elapsed < Patience, $"It did not happen: {what}.");
    }
}
