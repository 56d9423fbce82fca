namespace WebSockets.Client.After;

/// <summary>Specifies the handling of a message for which there is no room.</summary>
public enum OutboxPolicy
{
    /// <summary>The message is refused: the sending method returns <see langword="false"/>.</summary>
    Refuse,

    /// <summary>The oldest messages are lost until there is room.</summary>
    DropOldest,
}
