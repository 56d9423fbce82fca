namespace Pooling.GameServer.Hosting;

/// <summary>Limits for servers under test.</summary>
internal static class TestLimits
{
    /// <summary>No clock of the server expires while a test runs, however busy the machine is. A test sets the one that
    /// it tests.</summary>
    public static ServerLimits Patient { get; } = new()
    {
        Hello = TimeSpan.FromHours(1),
        Handshake = TimeSpan.FromHours(1),
        Silence = TimeSpan.FromHours(1),
        Write = TimeSpan.FromHours(1),
        Farewell = TimeSpan.FromMinutes(1),
    };
}
