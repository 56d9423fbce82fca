using System.Buffers;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;

namespace Pooling.Samples.Broker;

/// <summary>The queue of a connection, and the fan-out to those of others. How a message is kept is up to the two
/// ways.</summary>
/// <typeparam name="T">A message, or a share of one.</typeparam>
internal abstract class SendingSession<T>(
    MqttBroker broker, ConnectionContext connection, Admission.Place place, Channel<T> unsent)
    : Session(broker, connection, place)
{
    private const int FlushBytes = 16 * 1024; // short messages that wait together leave together

    private readonly Queue<(SendingSession<T> To, T Message)> _held = []; // until their receivers have room

    protected sealed override bool HoldsMessages => _held.Count > 0;

    /// <summary>Encodes a message.</summary>
    /// <param name="body">The content of the PUBLISH packet.</param>
    /// <param name="messages">Gets the message for each receiver, which ends it.</param>
    protected abstract void Encode(in ReadOnlySequence<byte> body, Span<T> messages);

    protected abstract T Copy(ReadOnlySpan<byte> packet);

    protected abstract ReadOnlySpan<byte> BytesOf(T message);

    protected abstract void End(T message);

    protected sealed override void Reply(ReadOnlySpan<byte> packet) => Send(this, Copy(packet));

    protected sealed override void Forward(Topic topic, ReadOnlySequence<byte> body)
    {
        Subscription[] receivers = topic.Rent(out int count);
        T[] messages = ArrayPool<T>.Shared.Rent(count);
        try
        {
            Encode(body, messages.AsSpan(0, count));
            for (int i = 0; i < count; i++)
                Send((SendingSession<T>)receivers[i].Session, messages[i]);
        }
        finally
        {
            Array.Clear(receivers, 0, count); // the shared pools must not keep sessions and shares alive
            Array.Clear(messages, 0, count);
            ArrayPool<Subscription>.Shared.Return(receivers);
            ArrayPool<T>.Shared.Return(messages);
        }
    }

    protected sealed override async Task SendHeldAsync()
    {
        while (_held.TryPeek(out (SendingSession<T> To, T Message) next))
        {
            next.To.Queue(next.Message, await next.To.Backlog.AddAsync(next.To.ChargeOf(next.Message)));
            _held.Dequeue();
        }
    }

    protected sealed override async Task SendAllAsync()
    {
        try
        {
            while (await unsent.Reader.WaitToReadAsync())
            {
                int bytes = 0;
                int charge = 0;
                while (bytes < FlushBytes && unsent.Reader.TryRead(out T? message))
                {
                    ReadOnlySpan<byte> packet = BytesOf(message);
                    Output.Write(packet);
                    bytes += packet.Length;
                    charge += ChargeOf(message);
                    End(message);
                }

                if ((await Output.FlushAsync()).IsCompleted)
                    break;

                Backlog.Remove(charge); // bytes count until they are flushed
            }
        }
        catch
        {
            Drop();
            throw;
        }
        finally
        {
            Complete();
            Backlog.End();
            (unsent as IDisposable)?.Dispose(); // a RingChannel ends the shares that were not sent
        }
    }

    protected sealed override void Complete() => unsent.Writer.TryComplete();

    private void Send(SendingSession<T> to, T message)
    {
        // What is held for a receiver stays in front of what comes afterwards: this client is not read before all of it
        // is queued.
        Backlog.Outcome outcome = to.Backlog.Add(to.ChargeOf(message));
        if (outcome == Backlog.Outcome.Full)
            _held.Enqueue((to, message));
        else
            to.Queue(message, outcome);
    }

    /// <summary>Queues a message that was added, or ends it if it is lost or the connection ends.</summary>
    private void Queue(T message, Backlog.Outcome outcome)
    {
        if (outcome == Backlog.Outcome.Lost)
            CountLost();
        else if (unsent.Writer.TryWrite(message))
            return; // while the connection is open, the queue has more places than messages have room
        else
            Backlog.Remove(ChargeOf(message));

        End(message);
    }

    private int ChargeOf(T message) => MqttBroker.ChargeOf(BytesOf(message).Length);
}
