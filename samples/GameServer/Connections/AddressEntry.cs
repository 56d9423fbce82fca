namespace Pooling.GameServer.Connections;

/// <summary>What one address has, and what it did lately: that stays for a moment when its connections are gone, so that coming again is no way around a limit.</summary>
internal sealed class AddressEntry(int handshakesPerSecond)
{
    private readonly Lock _chatLock = new();
    private RateWindow _chats;
    private int _players;

    /// <summary>The bucket of its handshakes. Under the lock of the handshakes.</summary>
    public TokenBucket Handshakes = new(handshakesPerSecond);

    /// <summary>Its connections. Under the lock of the <see cref="AddressBook"/>, as the next one.</summary>
    public int Connections { get; set; }

    /// <summary>Its connections that have not logged in.</summary>
    public int HalfOpen { get; set; }

    /// <summary>Counts its players. Any thread.</summary>
    public void AddPlayer(int count) => Interlocked.Add(ref _players, count);

    /// <summary>Counts a chat text. Any thread.</summary>
    /// <param name="now">The time, in milliseconds.</param>
    /// <param name="perPlayer">How many texts the address may send in a second for each of its players.</param>
    /// <returns><see langword="false"/> if it is one too many.</returns>
    public bool TryChat(long now, int perPlayer)
    {
        lock (_chatLock)
            return _chats.TryAdd(now, (int)Math.Min(int.MaxValue, (long)perPlayer * Math.Max(1, Volatile.Read(ref _players))));
    }

    /// <summary>Whether nothing of it needs to be remembered.</summary>
    public bool IsForgotten(long now) => Connections == 0 && _chats.IsOver(now);
}
