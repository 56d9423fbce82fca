namespace Contoso.Tcp1;

/// <summary>The limits of the server. The section "Limits" of the configuration changes the properties.</summary>
internal sealed record Limits
{
    public const int MessageBytes = 16 * 1024; // of one message
    public const int ReplyBytes = 16 * 1024; // written before they are sent; nothing is read until they are
    public const int SocketBytes = 64 * 1024; // in the system, in each direction
    public int Connections { get; init; } = 4_000; // this also limits the bytes of all connections
    public int ConnectionsPerAddress { get; init; } = 1_000;
    public TimeSpan FirstMessage { get; init; } = TimeSpan.FromSeconds(10);
    public TimeSpan Idle { get; init; } = TimeSpan.FromMinutes(2); // from one whole message to the next
    public TimeSpan Send { get; init; } = TimeSpan.FromSeconds(10); // for a client to read replies that wait
    public TimeSpan Close { get; init; } = TimeSpan.FromSeconds(2); // for a client to close its side after the server
}
