using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Samples;

/// <summary>Waits for what another thread does.</summary>
internal static class Wait
{
    /// <summary>How long: only what is wrong takes so long.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(2);

    /// <summary>Waits until something holds.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="what">The condition in words; the code of it by default.</param>
    public static async Task Until(Func<bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "")
    {
        for (var time = Stopwatch.StartNew(); !condition(); await Task.Delay(5))
            Assert.True(time.Elapsed < Patience, $"It did not happen: {what}.");
    }
}
