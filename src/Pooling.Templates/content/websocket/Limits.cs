namespace Contoso.Hub1;

/// <summary>The limits of the hub. The section "Limits" of the configuration changes the properties.</summary>
internal sealed record Limits
{
    public const int MessageBytes = 16 * 1024; // of one message
    public const int UnreadBytes = 2 * MessageBytes; // of one member, in Kestrel, while nothing is read from it
    public const int Overhead = 512; // bytes that each message counts for beside its own: short ones take memory, too
    public const int UnsentBytes = 128 * 1024; // of one member; while one has more, nothing is read from any sender
    public const int Places = (UnsentBytes / Overhead) + 1; // one is free unless a member has more unsent than that

    public int Connections { get; init; } = 4_000;
    public int ConnectionsPerAddress { get; init; } = 1_000;
    public TimeSpan Request { get; init; } = TimeSpan.FromSeconds(10); // for the first request of a connection
    public TimeSpan Slow { get; init; } = TimeSpan.FromSeconds(5); // a message that waits longer ends its member
    public TimeSpan Close { get; init; } = TimeSpan.FromSeconds(5); // to send what waits, and for the answer to a close
    public TimeSpan Ping { get; init; } = TimeSpan.FromSeconds(30); // of silence until TCP asks, and then until the end
}
