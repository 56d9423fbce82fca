using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <content>Messages: acknowledged as they come, handed over in order, asked for again where one is missing.
/// Receiving thread only.</content>
public sealed partial class Subscription
{
    private readonly MessageOrder _order = new();
    private ClientSession? _session;
    private RepublishCall? _republish; // the one that is under way
    private long _lastMessage;
    private long _notifications;

    /// <summary>Messages that were handed over.</summary>
    public long Messages { get; private set; }

    /// <summary>Values that were handed over.</summary>
    public long Notifications => Volatile.Read(ref _notifications);

    /// <summary>Messages that were missing and came when they were asked for again.</summary>
    public long Republished { get; private set; }

    /// <summary>Messages that are lost: the server did not have them any more.</summary>
    public long Lost { get; private set; }

    /// <summary>Messages that came twice.</summary>
    public long Duplicates { get; private set; }

    /// <summary>How often the application's handler threw; the message counts as handed over.</summary>
    public long HandlerFaults { get; private set; }

    /// <summary>What the handler threw last.</summary>
    public Exception? LastHandlerFault { get; private set; }

    /// <summary>When a message came last, by <see cref="Environment.TickCount64"/>.</summary>
    internal long LastMessage => Volatile.Read(ref _lastMessage);

    /// <summary>Is told by a path how many values it hands over.</summary>
    public void CountNotifications(int count) => Volatile.Write(ref _notifications, _notifications + count); // one thread writes

    /// <summary>A message came.</summary>
    /// <returns>Whether it is to be acknowledged.</returns>
    internal bool OnMessage(in PublishHead head)
    {
        Volatile.Write(ref _lastMessage, Environment.TickCount64);
        if (head.IsKeepAlive)
        {
            if (_order.Distance(head.SequenceNumber) > 0 && !_order.TryAnnounce(head.SequenceNumber))
                Lost += _order.SkipTo(head.SequenceNumber);

            FillGap();
            return false;
        }

        int distance = _order.Distance(head.SequenceNumber);
        if (distance < 0)
        {
            Duplicates++;
            return true;
        }

        if (distance > 0)
        {
            if (_order.TryHold(head.SequenceNumber, head.Message))
            {
                FillGap();
                return true;
            }

            Lost += _order.SkipTo(head.SequenceNumber);
        }

        Deliver(head.Message);
        _order.Advance();
        if (_order.HasGap)
            FillGap();

        return true;
    }

    /// <summary>A message was asked for again.</summary>
    /// <param name="call">Which one.</param>
    /// <param name="body">The response.</param>
    internal void OnRepublished(RepublishCall call, ReadOnlySpan<byte> body)
    {
        if (_republish != call)
            return; // it was given up

        _republish = null;
        PublishHead head = PublishHead.Read(body, Id, _client.Options.Decoding);
        if (_order.Distance(call.SequenceNumber) == 0)
        {
            if (!head.Status.IsBad && head.SequenceNumber == call.SequenceNumber)
            {
                Republished++;
                _session?.Publishing.Acknowledge(Id, call.SequenceNumber);
                Deliver(head.Message);
            }
            else
            {
                Lost++;
            }

            _order.Advance();
        }

        FillGap();
    }

    /// <summary>No answer came: the connection ends, or is not worth keeping.</summary>
    internal void OnRepublishFailed() => _session?.Channel.Abort(StatusCodes.BadTimeout);

    private void Restart(ClientSession session)
    {
        _order.Dispose();
        _order.SkipTo(1);
        _republish = null;
        _session = session;
        Volatile.Write(ref _lastMessage, Environment.TickCount64);
    }

    /// <summary>Hands over what is held in order, and asks for what is missing before the rest.</summary>
    private void FillGap()
    {
        while (_order.TakeExpected() is { } held)
        {
            using (held)
                Deliver(held.Span);

            _order.Advance();
        }

        if (!_order.HasGap || _republish is not null || _session is null)
            return;

        _republish = new RepublishCall(this, _order.Expected, ClientChannel.DeadlineOf(_client.Options.RequestTimeout));
        try
        {
            _session.Send(
                new RepublishRequest { SubscriptionId = Id, RetransmitSequenceNumber = _order.Expected },
                _republish,
                _client.Options.RequestTimeout);
        }
        catch (ServiceException)
        {
            _republish = null; // the connection ends
        }
    }

    private void Deliver(ReadOnlySpan<byte> message)
    {
        Messages++;
        StatusCode? status = null;
        try
        {
            status = _path.Deliver(message, this);
        }
        catch (Exception exception) when (exception is not DecodingException) // that ends the connection
        {
            HandlerFaults++;
            LastHandlerFault = exception;
        }

        if (status is { } changed)
            StatusChanged?.Invoke(this, changed);
    }
}
