namespace Pooling.WebSockets.Client;

/// <summary>Waits for what another thread does.</summary>
internal static class Wait
{
    /// <summary>How long: only what is wrong takes so long.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(1);

    /// <summary>Waits until something holds.</summary>
    public static async Task Until(Func<bool> condition)
    {
        for (DateTime end = DateTime.UtcNow + Patience; !condition(); await Task.Delay(1))
            Assert.True(DateTime.UtcNow < end, "It did not happen.");
    }
}
