using System.Net.WebSockets;
using System.Threading.Channels;

namespace Pooling.Samples.ClusterHub;

/// <summary>The queue of a member, and the fan-out to those of others. How a message is kept is up to the two
/// ways.</summary>
/// <typeparam name="T">A message, or a share of one.</typeparam>
internal abstract class SendingMember<T>(
    HubNode node, WebSocket socket, string name, Admission.Part part, Channel<T> outbox)
    : Member(node, socket, name, part)
{
    private readonly Queue<(SendingMember<T> To, T Message)> _held = []; // until their receivers have room

    protected sealed override bool HoldsMessages => _held.Count > 0;

    /// <summary>Queues a message of another node for members. Drops those that have no room, since its sender cannot
    /// wait. Where others have taken the budget, the message is lost.</summary>
    public static void Pass(Member[] members, ReadOnlySpan<T> messages)
    {
        for (int i = 0; i < members.Length; i++)
        {
            var to = (SendingMember<T>)members[i];
            if (to.TryQueue(messages[i], canWait: false))
                continue;

            to.End(messages[i]);
            to.DropAsSlow();
        }
    }

    /// <summary>Gets the JSON of a message.</summary>
    protected abstract ReadOnlyMemory<byte> JsonOf(T message);

    protected abstract void End(T message);

    /// <summary>Queues a message of this member for members. Holds it for those that have no room.</summary>
    protected void Send(Member[] members, ReadOnlySpan<T> messages)
    {
        for (int i = 0; i < members.Length; i++)
        {
            var to = (SendingMember<T>)members[i];
            if (!to.TryQueue(messages[i], canWait: true))
                _held.Enqueue((to, messages[i]));
        }
    }

    protected sealed override async Task SendHeldAsync()
    {
        while (_held.TryPeek(out (SendingMember<T> To, T Message) next))
        {
            next.To.Queue(next.Message, await next.To.Backlog.AddAsync(next.To.ChargeOf(next.Message)));
            _held.Dequeue();
        }
    }

    protected sealed override async Task SendAllAsync()
    {
        try
        {
            while (await outbox.Reader.WaitToReadAsync())
            {
                while (outbox.Reader.TryRead(out T? message))
                {
                    try
                    {
                        await SendAsync(JsonOf(message));
                    }
                    finally
                    {
                        End(message);
                    }

                    Backlog.Remove();
                }
            }
        }
        finally
        {
            Complete();
            Backlog.End();
            (outbox as IDisposable)?.Dispose(); // a RingChannel ends the shares that were not sent
        }
    }

    protected sealed override void Complete() => outbox.Writer.TryComplete();

    /// <returns><see langword="false"/> if there is no room.</returns>
    private bool TryQueue(T message, bool canWait)
    {
        Backlog.Outcome outcome = Backlog.Add(ChargeOf(message), canWait);
        if (outcome != Backlog.Outcome.Full)
            Queue(message, outcome);

        return outcome != Backlog.Outcome.Full;
    }

    /// <summary>Queues a message that was added, or ends it if it is lost or the member leaves.</summary>
    private void Queue(T message, Backlog.Outcome outcome)
    {
        if (outcome == Backlog.Outcome.Lost)
            CountLost();
        else if (outbox.Writer.TryWrite(message))
            return; // while the member stays, the queue has more places than messages have room
        else
            Backlog.Remove();

        End(message);
    }

    private int ChargeOf(T message) => HubNode.ChargeOf(JsonOf(message).Length);
}
