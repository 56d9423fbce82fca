using System.Net.WebSockets;

namespace WebSockets.Client.Before;

/// <summary>A message as an object with its text or its bytes.</summary>
public sealed class ResponseMessage
{
    private ResponseMessage(WebSocketMessageType type, string? text, byte[]? data)
    {
        MessageType = type;
        Text = text;
        Data = data;
    }

    /// <summary>Text or binary.</summary>
    public WebSocketMessageType MessageType { get; }

    /// <summary>The text of a text message.</summary>
    public string? Text { get; }

    /// <summary>The bytes of a binary message.</summary>
    public byte[]? Data { get; }

    /// <summary>Creates a text message.</summary>
    public static ResponseMessage TextMessage(string text) => new(WebSocketMessageType.Text, text, null);

    /// <summary>Creates a binary message.</summary>
    public static ResponseMessage BinaryMessage(byte[] data) => new(WebSocketMessageType.Binary, null, data);

    /// <inheritdoc/>
    public override string ToString() => Text ?? $"Binary message, length: {Data!.Length}";
}
