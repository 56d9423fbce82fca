namespace Pooling.Samples;

/// <summary>Runs the same test of both ways.</summary>
internal static class BothWays
{
    /// <summary>Runs a test that mostly waits for a clock, of both ways at the same time.</summary>
    /// <param name="test">The test, which is told whether it is the one of the pooled way.</param>
    public static Task RunAsync(Func<bool, Task> test) =>
        Task.WhenAll(Task.Run(() => test(false)), Task.Run(() => test(true)));
}
