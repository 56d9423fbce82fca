namespace Pooling.GameServer.Bots;

/// <summary>What one bot counts. Its receiving thread writes.</summary>
internal sealed class BotCounters
{
    public long Acks;
    public long WrongAcks;
    public long Updates;
    public long LateUpdates;
    public long ChatsReceived;
    public long ChatGaps;
    public long ChatsRefused;
    public long Pongs;
}
