namespace Pooling.GameServer.Bots;

/// <summary>The counters of one bot. Written by its receiving thread.</summary>
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
