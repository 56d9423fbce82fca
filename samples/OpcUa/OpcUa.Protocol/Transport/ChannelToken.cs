namespace OpcUa.Protocol.Transport;

/// <summary>The keys of a channel for a time.</summary>
/// <param name="id">Its number in the channel.</param>
/// <param name="lifetime">For how long it was granted.</param>
/// <param name="incoming">What is done with chunks that are received.</param>
/// <param name="outgoing">What is done with chunks that are sent.</param>
public sealed class ChannelToken(uint id, TimeSpan lifetime, IChunkSecurity incoming, IChunkSecurity outgoing)
{
    // a quarter longer than granted, for what is on its way (OPC 10000-4, 5.5.2)
    private readonly long _end = Environment.TickCount64 + (long)(lifetime.TotalMilliseconds * 1.25);

    public uint Id => id;

    public TimeSpan Lifetime => lifetime;

    public IChunkSecurity Incoming => incoming;

    public IChunkSecurity Outgoing => outgoing;

    internal bool HasExpired => Environment.TickCount64 > _end;
}
