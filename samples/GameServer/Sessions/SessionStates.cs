namespace Pooling.GameServer.Sessions;

/// <summary>How far a session has come: a bit each, since a handler may be there for several.</summary>
internal static class SessionStates
{
    /// <summary>There are no keys yet.</summary>
    public const ulong Connected = 1;

    /// <summary>The hello waits for its turn: nothing is accepted meanwhile.</summary>
    public const ulong Greeted = 2;

    /// <summary>There are keys; nobody has logged in.</summary>
    public const ulong Secured = 4;

    /// <summary>Logged in, and not yet let in by the tick thread: nothing is accepted meanwhile.</summary>
    public const ulong Joining = 8;

    /// <summary>In the world.</summary>
    public const ulong Playing = 16;
}
