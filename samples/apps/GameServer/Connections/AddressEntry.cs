using System.Net;

namespace Pooling.GameServer.Connections;

/// <summary>The connections and the recent activity of one address. An entry is kept for a moment after its connections have ended, so that
/// reconnecting does not circumvent a limit.</summary>
internal sealed class AddressEntry(IPAddress key, int handshakesPerSecond)
{
    private readonly Lock _chatLock = new();
    private RateWindow _chats;
    private int _players;
    private long _lastUsed = long.MinValue / 2;

    /// <summary>The token bucket of the handshakes. Under the lock of the handshakes.</summary>
    public TokenBucket Handshakes = new(handshakesPerSecond);

    /// <summary>The address.</summary>
    public IPAddress Key => key;

    /// <summary>The number of connections. Under the lock of the <see cref="AddressBook"/>.</summary>
    public int Connections { get; set; }

    /// <summary>Changes the number of players. Any thread.</summary>
    public void AddPlayer(int count) => Interlocked.Add(ref _players, count);

    /// <summary>Counts a chat text. Any thread.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    /// <param name="perPlayer">The number of texts per second that the address may send for each of its players.</param>
    /// <returns><see langword="false"/> if the limit is exceeded.</returns>
    public bool TryChat(long now, int perPlayer)
    {
        Touch(now);
        lock (_chatLock)
            return _chats.TryAdd(now, (int)Math.Min(int.MaxValue, (long)perPlayer * Math.Max(1, Volatile.Read(ref _players))));
    }

    /// <summary>Records an activity of the address. Any thread.</summary>
    public void Touch(long now) => Volatile.Write(ref _lastUsed, now); // pairs with the read in IsForgotten

    /// <summary>Whether past activity of the address no longer affects any limit.</summary>
    public bool IsForgotten(long now) => Connections == 0 && now - Volatile.Read(ref _lastUsed) >= 1000;
}
