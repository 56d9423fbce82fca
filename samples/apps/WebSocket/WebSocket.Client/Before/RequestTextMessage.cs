namespace WebSockets.Client.Before;

/// <summary>A text.</summary>
public sealed class RequestTextMessage(string text) : RequestMessage
{
    /// <summary>The text.</summary>
    public string Text { get; } = text;
}
