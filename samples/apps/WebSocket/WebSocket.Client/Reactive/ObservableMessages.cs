using System.Buffers;
using System.Net.WebSockets;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using System.Text;
using WebSockets.Client.After;

namespace WebSockets.Client.Reactive;

/// <summary>Messages as an observable, for applications that use System.Reactive. Each costs its string or array.</summary>
/// <remarks>An observer that throws hears no more, as is usual there; the client counts it as a fault and goes on.</remarks>
public sealed class ObservableMessages : IMessageHandler, IDisposable
{
    private readonly Subject<ReceivedMessage> _messages = new();

    /// <summary>Initializes a handler, for one client.</summary>
    public ObservableMessages() => Messages = _messages.AsObservable(); // wrapped once, not at each access

    /// <summary>The messages. It ends when this is disposed.</summary>
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

    /// <summary>Ends the observable. Dispose the client first.</summary>
    public void Dispose()
    {
        if (_messages.IsDisposed)
            return;

        _messages.OnCompleted();
        _messages.Dispose();
    }
}
