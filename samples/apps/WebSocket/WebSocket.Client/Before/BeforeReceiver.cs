using System.Net.WebSockets;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using System.Text;
using Microsoft.Extensions.Logging;
using Microsoft.IO;

namespace WebSockets.Client.Before;

/// <summary>Receives messages in the common way. Each pattern names the row of the published figures that it is taken from.</summary>
/// <param name="logger">Logs every message.</param>
/// <param name="maxMessageSize">The maximum size of a message in bytes.</param>
public sealed class BeforeReceiver(ILogger logger, int maxMessageSize = 1 << 20) : IMessageReceiver, IDisposable
{
    private const int ChunkSize = 4096;

    private static readonly RecyclableMemoryStreamManager s_streams = new();

    private readonly Subject<ResponseMessage> _messageReceived = new();
    private readonly byte[] _chunk = new byte[ChunkSize];
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    /// <summary>Gets the messages, wrapped again at each access (row WSC-observable).</summary>
    public IObservable<ResponseMessage> MessageReceived => _messageReceived.AsObservable();

    /// <inheritdoc/>
    public long Messages => Volatile.Read(ref _messages);

    /// <inheritdoc/>
    public long Parts => Volatile.Read(ref _parts);

    /// <inheritdoc/>
    public long HandlerFaults => Volatile.Read(ref _handlerFaults);

    /// <inheritdoc/>
    public async Task ReceiveAsync(WebSocket socket)
    {
        while (true)
        {
            using RecyclableMemoryStream stream = s_streams.GetStream(Guid.Empty); // for each message (row WSC-receive)
            ValueWebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(_chunk.AsMemory(), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1);
                stream.Write(_chunk, 0, part.Count);
                if (stream.Length > maxMessageSize)
                    throw MessageTooLongException.Of(maxMessageSize);
            }
            while (!part.EndOfMessage);

            if (part.MessageType == WebSocketMessageType.Close)
                return;

            Deliver(part.MessageType == WebSocketMessageType.Text
                ? ResponseMessage.TextMessage(Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length))
                : ResponseMessage.BinaryMessage(stream.ToArray()));
        }
    }

    /// <summary>Ends the observable.</summary>
    public void Dispose() => _messageReceived.Dispose();

    private void Deliver(ResponseMessage message)
    {
        logger.LogTrace("Received {Message} in {Parts} parts", message, _parts); // without checking the level first (row WSC-trace)
        try
        {
            _messageReceived.OnNext(message);
        }
        catch (Exception)
        {
            Volatile.Write(ref _handlerFaults, _handlerFaults + 1);
        }

        Volatile.Write(ref _messages, _messages + 1);
    }
}
