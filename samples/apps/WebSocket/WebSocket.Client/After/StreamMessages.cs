using System.Buffers;
using System.Net.WebSockets;

namespace WebSockets.Client.After;

/// <summary>Passes each message to an application in a separate stream, which the application may keep.</summary>
/// <param name="create">Creates an empty stream: with a manager of streams, <c>() => manager.GetStream()</c>.</param>
/// <param name="onMessage">Receives the stream, positioned at its start, and disposes it.</param>
public sealed class StreamMessages(Func<MemoryStream> create, Action<WebSocketMessageType, MemoryStream> onMessage) : IMessageHandler
{
    /// <inheritdoc/>
    public void OnText(ReadOnlySpan<byte> utf8)
    {
        MemoryStream stream = create();
        stream.Write(utf8);
        Give(WebSocketMessageType.Text, stream);
    }

    /// <inheritdoc/>
    public void OnBinary(in ReadOnlySequence<byte> data)
    {
        MemoryStream stream = create();
        foreach (ReadOnlyMemory<byte> segment in data)
            stream.Write(segment.Span);

        Give(WebSocketMessageType.Binary, stream);
    }

    private void Give(WebSocketMessageType type, MemoryStream stream)
    {
        stream.Position = 0;
        onMessage(type, stream);
    }
}
