namespace WebSockets.Client.Before;

/// <summary>Binary data.</summary>
public sealed class RequestBinaryMessage(byte[] data) : RequestMessage
{
    /// <summary>The bytes.</summary>
    public byte[] Data { get; } = data;
}
