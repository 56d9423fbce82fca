namespace Pooling.GameServer.World;

/// <summary>The amount of chat that a tick delivers: a number of texts, and a number of packets, one for each listener.</summary>
/// <remarks>A text with more packets than the share of one tick waits until the shares of several ticks are sufficient.</remarks>
/// <param name="textsPerTick">The maximum number of texts in one tick.</param>
/// <param name="packetsPerTick">The number of packets in one tick.</param>
internal struct ChatBudget(int textsPerTick, int packetsPerTick)
{
    private int _texts;
    private long _packets;

    /// <summary>Adds the share of a tick.</summary>
    /// <param name="listeners">The number of players that receive each text.</param>
    public void BeginTick(int listeners)
    {
        _texts = textsPerTick;
        _packets = Math.Min(_packets + packetsPerTick, Math.Max(packetsPerTick, listeners));
    }

    /// <summary>Whether one more text can be delivered.</summary>
    /// <param name="listeners">The number of players that receive it.</param>
    public readonly bool HasRoomFor(int listeners) => _texts > 0 && _packets >= listeners;

    /// <summary>Takes the share of a text.</summary>
    /// <param name="listeners">The number of players that receive it.</param>
    public void Take(int listeners)
    {
        _texts--;
        _packets -= listeners;
    }
}
