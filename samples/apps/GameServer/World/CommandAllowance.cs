namespace Pooling.GameServer.World;

/// <summary>The number of commands that a player has earned: some with each tick, and limited to what a short network delay can accumulate.
/// Sending more does not make a player faster.</summary>
/// <param name="perTick">The number that each tick earns.</param>
/// <param name="atOnce">The maximum number that can be saved.</param>
internal struct CommandAllowance(int perTick, int atOnce)
{
    private int _earned;

    /// <summary>Counts a tick.</summary>
    /// <returns>The number of commands that the tick may handle.</returns>
    public int Earn() => _earned = Math.Min(Math.Max(perTick, atOnce), _earned + perTick);

    /// <summary>Counts handled commands.</summary>
    public void Spend(int commands) => _earned -= commands;
}
