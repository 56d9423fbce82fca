namespace WebSockets.Client.After;

/// <summary>What an outbox does with a message that finds no room.</summary>
public enum OutboxPolicy
{
    /// <summary>It is refused: sending returns <see langword="false"/>.</summary>
    Refuse,

    /// <summary>The oldest ones are lost until there is room.</summary>
    DropOldest,
}
