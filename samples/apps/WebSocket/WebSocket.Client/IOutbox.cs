using System.Net.WebSockets;

namespace WebSockets.Client;

/// <summary>The messages that wait to be sent: the other thing in which <c>Before/</c> and <c>After/</c> differ.</summary>
/// <remarks>
/// <para>Any thread adds messages and reads the counters. One loop at a time sends, and it alone calls the other members.</para>
/// <para>What holds at every moment at which nothing is at work: <c>Accepted == Sent + Lost + Waiting</c>.</para>
/// </remarks>
public interface IOutbox : IDisposable
{
    /// <summary>Messages that were taken.</summary>
    long Accepted { get; }

    /// <summary>Messages that were handed to a socket whole.</summary>
    long Sent { get; }

    /// <summary>Messages that were taken and will not be sent.</summary>
    long Lost { get; }

    /// <summary>Messages that wait, the one that is being sent included.</summary>
    long Waiting { get; }

    /// <summary>Whether a message is being handed to a socket right now.</summary>
    bool IsSending { get; }

    /// <summary>Sends what waits and what comes.</summary>
    /// <param name="socket">An open socket.</param>
    /// <param name="stopping">Stops it between two messages.</param>
    /// <returns>A task that ends when no more will come, when it was stopped, or when the socket is open no more: a peer that has closed it
    /// reads nothing of what would still be sent.</returns>
    /// <exception cref="WebSocketException">The connection was lost. The message that was being sent waits again.</exception>
    Task SendAsync(WebSocket socket, CancellationToken stopping);

    /// <summary>Takes no more; what waits is still sent.</summary>
    void Complete();

    /// <summary>Gives up what waits.</summary>
    /// <returns>How many messages that are.</returns>
    long LoseWaiting();
}
