namespace Pooling.GameServer.Connections;

/// <summary>What one address has, and what it did lately: that stays for a moment when its connections are gone,
/// so that coming again is no way around a limit.</summary>
internal sealed class AddressEntry(int handshakesPerSecond)
{
    private readonly Lock _chatLock = new();
    private RateWindow _chats;
    private int _players;
    private long _lastUsed = long.MinValue / 2;

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
        Touch(now);
        lock (_chatLock)
            return _chats.TryAdd(now, (int)Math.Min(int.MaxValue, (long)perPlayer * Math.Max(1, Volatile.Read(ref _players))));
    }

    /// <summary>Is told when something of it was counted. Any thread.</summary>
    public void Touch(long now) => Volatile.Write(ref _lastUsed, now); // pairs with the read by whoever forgets it

    /// <summary>Whether nothing of it counts any more: whatever it may do in a second it may do anew.</summary>
    public bool IsForgotten(long now) => Connections == 0 && now - Volatile.Read(ref _lastUsed) >= 1000;
}
