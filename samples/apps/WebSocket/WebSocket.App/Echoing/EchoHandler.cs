using System.Buffers;
using System.Net.WebSockets;
using WebSockets.Client.After;

namespace WebSockets.App.Echoing;

/// <summary>Sends every message back, and waits until it is sent: what comes behind it may be a close or an offence, and what waits then is
/// kept for another connection, which there is not.</summary>
internal sealed class EchoHandler : IMessageHandler
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5); // the connection may be gone

    /// <summary>Where they go.</summary>
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
