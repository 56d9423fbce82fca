namespace Pooling.WebSockets.Client;

/// <summary>Waits for the effects of other threads.</summary>
internal static class Wait
{
    /// <summary>Gets the maximum time, which is reached only if something is wrong.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(1);

    /// <summary>Waits until a condition is true.</summary>
    public static async Task Until(Func<bool> condition)
    {
        for (DateTime end = DateTime.UtcNow + Patience; !condition(); await Task.Delay(1))
            Assert.True(DateTime.UtcNow < end, "It did not happen.");
    }
}
