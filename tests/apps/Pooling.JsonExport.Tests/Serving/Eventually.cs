using System.Diagnostics;

namespace Pooling.JsonExport.Serving;

/// <summary>Waits for what another thread does soon.</summary>
internal static class Eventually
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // only what is wrong takes so long

    public static async Task IsTrue(Func<bool> condition, string what)
    {
        long start = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < s_patience, $"It did not happen: {what}.");
            await Task.Delay(10);
        }
    }
}
