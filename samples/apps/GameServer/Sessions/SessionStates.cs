namespace Pooling.GameServer.Sessions;

/// <summary>The states of a session, one bit each, because a handler can be allowed in several.</summary>
internal static class SessionStates
{
    /// <summary>There are no keys yet.</summary>
    public const ulong Connected = 1;

    /// <summary>The hello waits for its answer; nothing is accepted in the meantime.</summary>
    public const ulong Greeted = 2;

    /// <summary>There are keys, but no login yet.</summary>
    public const ulong Secured = 4;

    /// <summary>Logged in, but not yet admitted by the tick thread; nothing is accepted in the meantime.</summary>
    public const ulong Joining = 8;

    /// <summary>In the world.</summary>
    public const ulong Playing = 16;
}
