using System.Diagnostics;

namespace Pooling.JsonExport.Serving;

/// <summary>Waits for the effects of other threads.</summary>
internal static class Eventually
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    public static Task IsTrue(Func<bool> condition, string what) => IsTrue(() => Task.FromResult(condition()), what);

    public static async Task IsTrue(Func<Task<bool>> condition, string what)
    {
        long start = Stopwatch.GetTimestamp();
        while (!await condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < s_patience, $"It did not happen: {what}.");
            await Task.Delay(10);
        }
    }
}
