namespace OpcUa.Protocol.Transport;

/// <summary>The keys of a channel for a limited time.</summary>
/// <param name="id">The number of the token in the channel.</param>
/// <param name="lifetime">The granted lifetime.</param>
/// <param name="incoming">The security of received chunks.</param>
/// <param name="outgoing">The security of sent chunks.</param>
public sealed class ChannelToken(uint id, TimeSpan lifetime, IChunkSecurity incoming, IChunkSecurity outgoing)
{
    // The token is accepted for a quarter longer than granted, because of data in transit (OPC 10000-4, 5.5.2).
    private readonly long _end = Environment.TickCount64 + (long)(lifetime.TotalMilliseconds * 1.25);

    public uint Id => id;

    public TimeSpan Lifetime => lifetime;

    public IChunkSecurity Incoming => incoming;

    public IChunkSecurity Outgoing => outgoing;

    internal bool HasExpired => Environment.TickCount64 > _end;
}
