using System.Net.WebSockets;
using System.Threading.Channels;

namespace Pooling.Samples.ClusterHub;

/// <summary>The queue of a member, and the fan-out to those of others. How a message is kept is up to the two
/// ways.</summary>
/// <typeparam name="T">A message, or a share of one.</typeparam>
internal abstract class SendingMember<T>(HubNode node, WebSocket socket, string name, Budget budget, Channel<T> outbox)
    : Member(node, socket, name, budget)
{
    private readonly Queue<(SendingMember<T> To, T Message)> _held = []; // until their receivers have room

    protected sealed override bool HoldsMessages => _held.Count > 0;

    /// <summary>Queues a message of another node for members. Drops those that have no room, since its sender cannot
    /// wait.</summary>
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
            while (!next.To.TryQueue(next.Message, canWait: true))
                await next.To.Backlog.RoomAsync();

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
                    ReadOnlyMemory<byte> json = JsonOf(message);
                    try
                    {
                        await SendAsync(json);
                    }
                    finally
                    {
                        End(message);
                    }

                    Backlog.Remove(HubNode.ChargeOf(json.Length));
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

    /// <summary>Queues a message, or ends it if the member leaves.</summary>
    /// <returns><see langword="false"/> if there is no room.</returns>
    private bool TryQueue(T message, bool canWait)
    {
        int charge = HubNode.ChargeOf(JsonOf(message).Length);
        if (!Backlog.TryAdd(charge, canWait))
            return false;

        if (!outbox.Writer.TryWrite(message))
        {
            // The member leaves: while it stays, the queue has more places than messages have room.
            Backlog.Remove(charge);
            End(message);
        }

        return true;
    }
}
