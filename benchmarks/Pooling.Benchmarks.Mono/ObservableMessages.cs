using System.Reactive.Linq;
using System.Reactive.Subjects;

namespace Pooling.Benchmarks.Mono;

/// <summary>Provides messages as an observable, each with a string or array. Copied from the WebSocket sample.</summary>
internal sealed class ObservableMessages : IMessageHandler
{
    private readonly Subject<ReceivedMessage> _messages = new();

    internal ObservableMessages() => Messages = _messages.AsObservable();

    internal IObservable<ReceivedMessage> Messages { get; }

    public void OnText(ReadOnlyMemory<byte> utf8)
    {
        if (_messages.HasObservers)
            _messages.OnNext(new ReceivedMessage(WebSocketMessageType.Text, Utf8.GetString(utf8), default));
    }

    public void OnBinary(ReadOnlyMemory<byte> data)
    {
        if (_messages.HasObservers)
            _messages.OnNext(new ReceivedMessage(WebSocketMessageType.Binary, null, data.ToArray()));
    }
}
