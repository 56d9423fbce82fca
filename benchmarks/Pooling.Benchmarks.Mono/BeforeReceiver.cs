using System.Reactive.Linq;
using System.Reactive.Subjects;
using Microsoft.Extensions.Logging;
using Microsoft.IO;

namespace Pooling.Benchmarks.Mono;

/// <summary>The receiver of the WebSocket sample's <c>Before/</c>, with the calls that sockets of .NET Framework have.</summary>
internal sealed class BeforeReceiver(ILogger logger, int maxMessageSize = 1 << 20)
{
    private const int ChunkSize = 4096;

    private static readonly RecyclableMemoryStreamManager s_streams = new();

    private readonly Subject<ResponseMessage> _messageReceived = new();
    private readonly byte[] _chunk = new byte[ChunkSize];
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    /// <summary>The messages, wrapped again at each access.</summary>
    internal IObservable<ResponseMessage> MessageReceived => _messageReceived.AsObservable();

    internal long HandlerFaults => Volatile.Read(ref _handlerFaults);

    internal async Task ReceiveAsync(WebSocket socket)
    {
        while (true)
        {
            using RecyclableMemoryStream stream = s_streams.GetStream(Guid.Empty); // for each message
            WebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(new ArraySegment<byte>(_chunk), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1);
                stream.Write(_chunk, 0, part.Count);
                if (stream.Length > maxMessageSize)
                    throw new InvalidDataException($"The message is longer than {maxMessageSize} bytes.");
            }
            while (!part.EndOfMessage);

            if (part.MessageType == WebSocketMessageType.Close)
                return;

            Deliver(part.MessageType == WebSocketMessageType.Text
                ? new(part.MessageType, Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length), null)
                : new(part.MessageType, null, stream.ToArray()));
        }
    }

    private void Deliver(ResponseMessage message)
    {
        logger.LogTrace("Received {Message} in {Parts} parts", message, _parts); // without checking the level first
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
