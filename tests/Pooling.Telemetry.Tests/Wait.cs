using System.Diagnostics;

namespace Pooling.Telemetry;

/// <summary>Waits for what other threads and processes do.</summary>
internal static class Wait
{
    /// <summary>The time after which something does not happen any more, on a busy machine, too.</summary>
    internal static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    internal static void Until(Func<bool> condition, string what) =>
        UntilAsync(() => Task.FromResult(condition()), () => what).GetAwaiter().GetResult();

    internal static async Task UntilAsync(Func<Task<bool>> condition, Func<string> what)
    {
        long start = Stopwatch.GetTimestamp();
        while (!await condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < Limit, $"Not within {Limit.TotalSeconds} s: {what()}");
            await Task.Delay(50);
        }
    }
}
