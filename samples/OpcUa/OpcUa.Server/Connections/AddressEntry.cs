namespace OpcUa.Server.Connections;

/// <summary>What one address has, and what it did lately: that stays for a moment when its connections are gone, so that coming again is
/// no way around a limit. Under the lock of the <see cref="AddressBook"/>.</summary>
internal sealed class AddressEntry(int handshakesPerSecond)
{
    public TokenBucket Handshakes = new(handshakesPerSecond);

    public int Connections { get; set; }

    /// <summary>Those that are not in a session.</summary>
    public int HalfOpen { get; set; }

    /// <summary>The sessions that were created over them, used or left.</summary>
    public int Sessions { get; set; }

    public long LastUsed { get; set; }

    /// <summary>Whether nothing of it counts any more: whatever it may do in a second it may do anew.</summary>
    public bool IsForgotten(long now) => Connections == 0 && Sessions == 0 && now - LastUsed >= 1000;
}
