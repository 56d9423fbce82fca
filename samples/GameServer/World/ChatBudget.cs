namespace Pooling.GameServer.World;

/// <summary>How much chat a tick hands on: so many texts, and so many packets, one for each listener.</summary>
/// <remarks>A text that makes more packets than one tick may waits until the shares of several ticks are enough for it.</remarks>
/// <param name="textsPerTick">The most texts of one tick.</param>
/// <param name="packetsPerTick">The packets of one tick.</param>
internal struct ChatBudget(int textsPerTick, int packetsPerTick)
{
    private int _texts;
    private long _packets;

    /// <summary>Adds the share of a tick.</summary>
    /// <param name="listeners">How many players hear each text.</param>
    public void BeginTick(int listeners)
    {
        _texts = textsPerTick;
        _packets = Math.Min(_packets + packetsPerTick, Math.Max(packetsPerTick, listeners));
    }

    /// <summary>Whether one more text may be handed on.</summary>
    /// <param name="listeners">How many players hear it.</param>
    public readonly bool HasRoomFor(int listeners) => _texts > 0 && _packets >= listeners;

    /// <summary>Takes the share of a text.</summary>
    /// <param name="listeners">How many players hear it.</param>
    public void Take(int listeners)
    {
        _texts--;
        _packets -= listeners;
    }
}
