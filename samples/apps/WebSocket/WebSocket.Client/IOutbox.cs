using System.Net.WebSockets;

namespace WebSockets.Client;

/// <summary>The messages that wait to be sent. <c>Before/</c> and <c>After/</c> differ in the implementations of this interface and of
/// <see cref="IMessageReceiver"/>.</summary>
/// <remarks>
/// <para>Any thread may add messages and read the counters. One loop at a time sends, and only this loop calls the other members.</para>
/// <para>Invariant, while no call is in progress: <c>Accepted == Sent + Lost + Waiting</c>.</para>
/// </remarks>
public interface IOutbox : IDisposable
{
    /// <summary>Gets the number of accepted messages.</summary>
    long Accepted { get; }

    /// <summary>Gets the number of messages that were completely passed to a socket.</summary>
    long Sent { get; }

    /// <summary>Gets the number of accepted messages that will not be sent.</summary>
    long Lost { get; }

    /// <summary>Gets the number of waiting messages, including the one that is being sent.</summary>
    long Waiting { get; }

    /// <summary>Gets whether a message is being passed to a socket.</summary>
    bool IsSending { get; }

    /// <summary>Sends the messages that wait and those that are added.</summary>
    /// <param name="socket">An open socket.</param>
    /// <param name="stopping">A token that stops sending between two messages.</param>
    /// <returns>A task that completes when no more messages can follow, when sending was stopped, or when the socket is no longer open,
    /// because a peer that has closed it reads no more messages.</returns>
    /// <exception cref="WebSocketException">The connection was lost. The message that was being sent waits again.</exception>
    Task SendAsync(WebSocket socket, CancellationToken stopping);

    /// <summary>Stops accepting messages. Waiting messages are still sent.</summary>
    void Complete();

    /// <summary>Gives up the waiting messages.</summary>
    /// <returns>The number of these messages.</returns>
    long LoseWaiting();
}
