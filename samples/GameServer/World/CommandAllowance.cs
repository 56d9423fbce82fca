namespace Pooling.GameServer.World;

/// <summary>How many commands a player has earned: so many with each tick, and no more at once than a short delay on the way can pile up.
/// Nobody walks faster by sending more.</summary>
/// <param name="perTick">How many a tick earns.</param>
/// <param name="atOnce">How many may be saved up.</param>
internal struct CommandAllowance(int perTick, int atOnce)
{
    private int _earned;

    /// <summary>Counts a tick.</summary>
    /// <returns>How many commands the tick may handle.</returns>
    public int Earn() => _earned = Math.Min(Math.Max(perTick, atOnce), _earned + perTick);

    /// <summary>Counts commands that were handled.</summary>
    public void Spend(int commands) => _earned -= commands;
}
