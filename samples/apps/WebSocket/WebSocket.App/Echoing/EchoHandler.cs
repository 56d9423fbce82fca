using System.Buffers;
using System.Net.WebSockets;
using WebSockets.Client.After;

namespace WebSockets.App.Echoing;

/// <summary>Sends every message back, and waits until it is sent. The next frame may be a close frame or a violation, and a message that
/// still waits then would be kept for another connection, which does not exist.</summary>
internal sealed class EchoHandler : IMessageHandler
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5); // the connection may have ended

    /// <summary>The outbox for the messages.</summary>
    public PooledOutbox? Outbox { get; set; }

    public void OnText(ReadOnlySpan<byte> utf8)
    {
        Outbox?.Send(utf8, WebSocketMessageType.Text);
        Wait();
    }

    public void OnBinary(in ReadOnlySequence<byte> data)
    {
        Outbox?.Send(in data);
        Wait();
    }

    private void Wait() => SpinWait.SpinUntil(() => Outbox is not { Waiting: > 0 }, s_patience);
}
