using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>The counters of a server. Any thread.</summary>
internal sealed class ServerCounters
{
    private readonly long[] _disconnects = new long[(int)DisconnectReason.BadText + 1];
    private long _packetsIn;
    private long _packetsOut;
    private long _bytesIn;
    private long _bytesOut;
    private long _stateDropped;
    private long _chatAccepted;
    private long _chatQueued;
    private long _chatSent;

    public long PacketsIn => Volatile.Read(ref _packetsIn);

    public long PacketsOut => Volatile.Read(ref _packetsOut);

    public long BytesIn => Volatile.Read(ref _bytesIn);

    public long BytesOut => Volatile.Read(ref _bytesOut);

    /// <summary>The number of state packets that newer packets replaced before they were sent.</summary>
    public long StateDropped => Volatile.Read(ref _stateDropped);

    public long ChatAccepted => Volatile.Read(ref _chatAccepted);

    /// <summary>The number of chat packets that were queued for players. The next member is the number that was sent.</summary>
    public long ChatQueued => Volatile.Read(ref _chatQueued);

    public long ChatSent => Volatile.Read(ref _chatSent);

    public void AddIn(int packets, long bytes)
    {
        Interlocked.Add(ref _packetsIn, packets);
        Interlocked.Add(ref _bytesIn, bytes);
    }

    public void AddOut(int packets, long bytes)
    {
        Interlocked.Add(ref _packetsOut, packets);
        Interlocked.Add(ref _bytesOut, bytes);
    }

    public void AddStateDropped(int packets) => Interlocked.Add(ref _stateDropped, packets);

    public void AddChat(int players)
    {
        Interlocked.Increment(ref _chatAccepted);
        Interlocked.Add(ref _chatQueued, players);
    }

    public void AddChatSent(int packets)
    {
        if (packets != 0)
            Interlocked.Add(ref _chatSent, packets);
    }

    public void AddDisconnect(DisconnectReason reason) => Interlocked.Increment(ref _disconnects[(int)reason]);

    public long Disconnects(DisconnectReason reason) => Volatile.Read(ref _disconnects[(int)reason]);
}
