namespace Pooling.Extensions;

/// <summary>Waits for what another thread does soon.</summary>
internal static class Eventually
{
    internal static async Task HoldsAsync(Func<bool> condition, string what)
    {
        DateTime end = DateTime.UtcNow.AddSeconds(30);
        while (!condition())
        {
            Assert.True(DateTime.UtcNow < end, $"Not seen within 30 seconds: {what}.");
            await Task.Delay(10);
        }
    }
}
