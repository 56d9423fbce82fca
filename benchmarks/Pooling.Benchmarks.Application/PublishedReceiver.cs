using System.Net.WebSockets;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using Microsoft.Extensions.Logging;
using Pooling.Benchmarks.Buffers;
using WebSockets.Client;
using WebSockets.Client.Before;

namespace Pooling.Benchmarks.Application;

/// <summary>The receiver of <c>Before/</c> with the published improvements. Each message is collected in one array that is kept, decoded
/// once, observed through a wrapper that is created once, and traced only if tracing is enabled.</summary>
internal sealed class PublishedReceiver : IMessageReceiver, IDisposable
{
    private const int ChunkSize = 4096;
    private const int FirstLength = 16 * 1024;
    private const int MaxKept = 64 * 1024;

    private readonly ILogger _logger;
    private readonly int _maxMessageSize;
    private readonly Subject<ResponseMessage> _messageReceived = new();
    private readonly byte[] _chunk = new byte[ChunkSize];
    private readonly KeptArrayWriter _gathered = new(FirstLength, MaxKept);
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    internal PublishedReceiver(ILogger logger, int maxMessageSize = 1 << 20)
    {
        _logger = logger;
        _maxMessageSize = maxMessageSize;
        MessageReceived = _messageReceived.AsObservable();
    }

    public long Messages => Volatile.Read(ref _messages);

    public long Parts => Volatile.Read(ref _parts);

    public long HandlerFaults => Volatile.Read(ref _handlerFaults);

    internal IObservable<ResponseMessage> MessageReceived { get; }

    public async Task ReceiveAsync(WebSocket socket)
    {
        while (true)
        {
            _gathered.Reset();
            ValueWebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(_chunk.AsMemory(), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1);
                _gathered.Write(_chunk.AsSpan(0, part.Count));
                if (_gathered.Written.Length > _maxMessageSize)
                    throw MessageTooLongException.Of(_maxMessageSize);
            }
            while (!part.EndOfMessage);

            if (part.MessageType == WebSocketMessageType.Close)
                return;

            Deliver(part.MessageType == WebSocketMessageType.Text
                ? ResponseMessage.TextMessage(Encoding.UTF8.GetString(_gathered.Written.Span))
                : ResponseMessage.BinaryMessage(_gathered.Written.ToArray()));
        }
    }

    public void Dispose()
    {
        _messageReceived.Dispose();
        _gathered.Dispose();
    }

    private void Deliver(ResponseMessage message)
    {
        if (_logger.IsEnabled(LogLevel.Trace))
            _logger.LogTrace("Received {Message} in {Parts} parts", message, _parts);

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
