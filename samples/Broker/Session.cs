using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Pooling.Samples.Broker;

/// <summary>The part of a connection that has nothing to do with how messages are kept: framing, the clocks, and the
/// end.</summary>
/// <remarks>Thread safety: any thread may drop it. Everything else belongs to the receiving loop.</remarks>
internal abstract partial class Session
{
    private readonly MqttBroker _broker;
    private readonly ConnectionContext _connection;
    private readonly Admission.Place _place;
    private long _silentAt; // when the clock drops the client, unless a packet comes
    private bool _isLate; // of the clock only
    private TimeSpan _patience; // until the next packet; zero without limit
    private bool _isWelcome;

    protected Session(MqttBroker broker, ConnectionContext connection, Admission.Place place)
    {
        (_broker, _connection, _place) = (broker, connection, place);
        Backlog = new Backlog(place.Client.Budget, broker.MaxUnsent);
        ExpectPacket(broker.ConnectTime);
    }

    /// <summary>Gets the bytes that wait for this client.</summary>
    public Backlog Backlog { get; }

    protected PipeWriter Output => _connection.Transport.Output;

    /// <summary>Gets a value that indicates whether messages of this client wait for room at their receivers.</summary>
    protected abstract bool HoldsMessages { get; }

    /// <summary>Receives and sends until the client leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync()
    {
        _connection.Features.Get<IConnectionHeartbeatFeature>()?.OnHeartbeat(
            static session => ((Session)session).CheckClocks(), this);
        var lifetime = _connection.Features.Get<IConnectionLifetimeNotificationFeature>();
        CancellationToken stopping = lifetime?.ConnectionClosedRequested ?? CancellationToken.None;
        using CancellationTokenRegistration registration = stopping.UnsafeRegister(
            static session => ((Session)session!)._connection.Transport.Input.CancelPendingRead(), this);
        Task sending = SendAllAsync();
        try
        {
            await ReceiveAsync(_connection.Transport.Input);
            ExpectPacket(_broker.SlowTime); // the end has a limit, too
            EndSubscriptions();
            Complete();
            await sending; // what waits is still sent
            await _connection.DisposeAsync(); // and what Kestrel has
        }
        catch
        {
            Drop();
            throw;
        }
        finally
        {
            EndSubscriptions();
            await sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // it fails, too, if the connection does
        }
    }

    /// <summary>Ends the connection at once, which ends receiving and sending.</summary>
    public void Drop()
    {
        Complete();
        Backlog.End();
        _connection.Abort();
    }

    /// <summary>Counts a message that is lost for this client.</summary>
    protected void CountLost() => _broker.CountLost();

    /// <summary>Queues a copy of a short packet for this client.</summary>
    protected abstract void Reply(ReadOnlySpan<byte> packet);

    /// <summary>Queues a message for all subscribers of its topic. Holds it for those who have no room.</summary>
    /// <param name="topic">The topic.</param>
    /// <param name="body">The content of the PUBLISH packet, without the first byte and the length.</param>
    protected abstract void Forward(Topic topic, ReadOnlySequence<byte> body);

    /// <summary>Queues the messages that are held, as soon as there is room. Who takes nothing is dropped by its
    /// clock.</summary>
    protected abstract Task SendHeldAsync();

    /// <summary>Sends what is queued until the queue is completed and empty.</summary>
    protected abstract Task SendAllAsync();

    /// <summary>Refuses packets to send from now on.</summary>
    protected abstract void Complete();

    private async Task ReceiveAsync(PipeReader input)
    {
        bool isOpen = true;
        while (isOpen)
        {
            ReadResult read = await input.ReadAsync();
            isOpen = HandlePackets(read.Buffer, out SequencePosition consumed);
            if (!HoldsMessages)
            {
                if (!read.Buffer.Slice(consumed).IsEmpty)
                    ExpectEnd(); // a client must not have memory for ever

                input.AdvanceTo(consumed, examined: read.Buffer.End);
                isOpen &= !read.IsCompleted && !read.IsCanceled;
                continue;
            }

            // The sender waits for its receivers: nothing is read until they have room.
            input.AdvanceTo(consumed);
            if (read.IsCanceled)
                input.CancelPendingRead(); // the server stops, which the next read reports again

            TimeSpan patience = _patience;
            ExpectPacket(TimeSpan.Zero);
            await SendHeldAsync();
            ExpectPacket(patience);
        }
    }

    // A method of its own, because a SequenceReader cannot cross an await. Returns false if the client wants to leave.
    private bool HandlePackets(ReadOnlySequence<byte> received, out SequencePosition consumed)
    {
        var reader = new SequenceReader<byte>(received);
        consumed = reader.Position;
        while (!HoldsMessages
            && Packet.TryRead(ref reader, _isWelcome, out byte header, out ReadOnlySequence<byte> body))
        {
            consumed = reader.Position;
            if (_isWelcome)
                ExpectPacket(_patience);

            if (!Handle(header, body))
                return false;
        }

        return true;
    }

    private void ExpectPacket(TimeSpan patience)
    {
        _patience = patience;
        long at = patience == TimeSpan.Zero
            ? long.MaxValue
            : Environment.TickCount64 + (long)patience.TotalMilliseconds;
        Volatile.Write(ref _silentAt, at); // pairs with the read of the clock
    }

    // The rest of a packet that has begun. Later parts of it do not gain time, since only this loop changes the clock.
    private void ExpectEnd()
    {
        long end = Environment.TickCount64 + (long)_broker.PacketTime.TotalMilliseconds;
        Volatile.Write(ref _silentAt, Math.Min(_silentAt, end)); // pairs with the read of the clock
    }

    /// <summary>Drops a client that says nothing, or reads nothing, for too long. Kestrel calls it each
    /// second.</summary>
    private void CheckClocks()
    {
        if (_isLate)
            return; // counted, and ending

        long now = Environment.TickCount64;
        if (now > Volatile.Read(ref _silentAt)) // pairs with the write of the receiving loop
            _broker.CountSilent();
        else if (Backlog.IsSlow(now, _broker.SlowTime))
            _broker.CountSlow();
        else
            return;

        _isLate = true;
        Drop();
    }

    private void EndSubscriptions()
    {
        foreach (Subscription subscription in _subscriptions.Values)
            _broker.Topics.Remove(subscription);

        _subscriptions.Clear();
    }
}
