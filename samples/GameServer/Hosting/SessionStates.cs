namespace Pooling.GameServer.Hosting;

/// <summary>How far a session has come: a bit each, since a handler may be there for several.</summary>
internal static class SessionStates
{
    /// <summary>There are no keys yet.</summary>
    public const ulong Connected = 1;

    /// <summary>There are keys; nobody has logged in.</summary>
    public const ulong Secured = 2;

    /// <summary>Logged in.</summary>
    public const ulong Playing = 4;
}
