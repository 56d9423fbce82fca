using System.Buffers;
using System.Net.WebSockets;

namespace WebSockets.Client.After;

/// <summary>Gives an application each message in a stream of its own, for code that wants one and may keep it.</summary>
/// <param name="create">Makes an empty stream: with a manager of streams, <c>() => manager.GetStream()</c>.</param>
/// <param name="onMessage">Is given the stream, at its beginning, and disposes it.</param>
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
