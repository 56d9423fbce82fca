using System.Buffers;
using System.Net.WebSockets;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using System.Text;
using WebSockets.Client.After;

namespace WebSockets.Client.Reactive;

/// <summary>Provides messages as an observable, for applications that use System.Reactive. Each message allocates its string or
/// array.</summary>
/// <remarks>An observer that throws receives no more messages, as is usual in System.Reactive. The client counts the exception and
/// continues.</remarks>
public sealed class ObservableMessages : IMessageHandler, IDisposable
{
    private readonly Subject<ReceivedMessage> _messages = new();

    /// <summary>Initializes a handler, for one client.</summary>
    public ObservableMessages() => Messages = _messages.AsObservable(); // wrapped once, not at each access

    /// <summary>Gets the messages. The sequence ends when this object is disposed.</summary>
    public IObservable<ReceivedMessage> Messages { get; }

    /// <inheritdoc/>
    public void OnText(ReadOnlySpan<byte> utf8)
    {
        if (_messages.HasObservers)
            _messages.OnNext(new ReceivedMessage(WebSocketMessageType.Text, Encoding.UTF8.GetString(utf8), default));
    }

    /// <inheritdoc/>
    public void OnBinary(in ReadOnlySequence<byte> data)
    {
        if (_messages.HasObservers)
            _messages.OnNext(new ReceivedMessage(WebSocketMessageType.Binary, null, data.ToArray()));
    }

    /// <summary>Completes the observable. Dispose the client first.</summary>
    public void Dispose()
    {
        if (_messages.IsDisposed)
            return;

        _messages.OnCompleted();
        _messages.Dispose();
    }
}
