namespace Pooling.Samples.GameTick;

/// <summary>The limits of a server: for all players, for one address, and for one player. Tests shorten them.</summary>
internal sealed record GameLimits
{
    public const int MaxPlayers = 4000; // the length of a state has 16 bits

    /// <summary>Gets the number of places, at most <see cref="MaxPlayers"/>. An address gets no more of them than it
    /// leaves to others: half of them if nobody else plays.</summary>
    public int Players { get; init; } = 1000;

    /// <summary>Gets the time within which the first frame of a player must be complete.</summary>
    public TimeSpan FirstFrame { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the time within which each further frame must be complete.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Gets the time within which a player who sends nothing more must have received the last state.</summary>
    public TimeSpan Leaving { get; init; } = TimeSpan.FromSeconds(5);
}
