using Microsoft.Extensions.Logging.Abstractions;
using WebSockets.Client.Before;
using WebSockets.Client.Connections;

namespace Pooling.Benchmarks.Application;

/// <summary>The client of the sample, with the receiver that has the published improvements.</summary>
internal sealed class PublishedWebSocketClient : IAsyncDisposable
{
    private readonly PublishedReceiver _receiver = new(NullLogger.Instance);
    private readonly ConnectionLoop _loop;

    internal PublishedWebSocketClient(Uri uri, WebSocketFactory connect) =>
        _loop = new ConnectionLoop(uri, connect, _receiver, new BeforeOutbox(NullLogger.Instance), new ConnectionOptions());

    internal IObservable<ResponseMessage> MessageReceived => _receiver.MessageReceived;

    public async ValueTask DisposeAsync()
    {
        await _loop.DisposeAsync();
        _receiver.Dispose();
    }

    internal Task StartAsync() => _loop.StartAsync(retriesFirst: true, CancellationToken.None);
}
