using OpcUa.Client.Connections;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <content>Messages are acknowledged when they arrive, delivered in order, and requested again if one is missing. If
/// the server does not respond to such a request, every message that is missing then is given up. For the receiving
/// thread only.</content>
public sealed partial class Subscription
{
    private readonly MessageOrder _order = new();
    private ClientSession? _session;
    private RepublishCall? _republish; // the pending one
    private long _lastMessage;
    private long _notifications;

    /// <summary>Gets the number of delivered messages.</summary>
    public long Messages { get; private set; }

    /// <summary>Gets the number of delivered values.</summary>
    public long Notifications => Volatile.Read(ref _notifications);

    /// <summary>Gets the number of missing messages that arrived after they were requested again.</summary>
    public long Republished { get; private set; }

    /// <summary>Gets the number of lost messages: those that the server no longer had, or did not send again in time.
    /// It has increased before the messages that follow them are delivered.</summary>
    public long Lost { get; private set; }

    /// <summary>Gets the number of messages that arrived twice.</summary>
    public long Duplicates { get; private set; }

    /// <summary>Gets the number of exceptions of the application's handler. The message counts as delivered.</summary>
    public long HandlerFaults { get; private set; }

    /// <summary>Gets the last exception of the handler.</summary>
    public Exception? LastHandlerFault { get; private set; }

    /// <summary>Gets the time of the last message, by <see cref="Environment.TickCount64"/>.</summary>
    internal long LastMessage => Volatile.Read(ref _lastMessage);

    /// <summary>Counts the values that a path delivers.</summary>
    public void CountNotifications(int count) => Volatile.Write(ref _notifications, _notifications + count); // one thread writes

    /// <summary>Handles a message.</summary>
    /// <returns>Whether the message is to be acknowledged.</returns>
    internal bool OnMessage(in PublishHead head)
    {
        Volatile.Write(ref _lastMessage, Environment.TickCount64);
        if (_isResumed)
            AcknowledgeAgain(in head);

        if (_republish is { HasFailed: true })
        {
            _republish = null;
            GiveUpMissing();
        }

        if (head.IsKeepAlive)
        {
            while (!_order.TryAnnounce(head.SequenceNumber))
                GiveUp(head.SequenceNumber);

            FillGap();
            return false;
        }

        if (_order.IsFarBehind(head.SequenceNumber))
            ContinueFrom(head.SequenceNumber);

        if (_order.Distance(head.SequenceNumber) < 0)
        {
            Duplicates++;
            return true;
        }

        while (_order.Distance(head.SequenceNumber) > 0)
        {
            if (_order.TryHold(head.SequenceNumber, head.Message))
            {
                FillGap();
                return true;
            }

            GiveUp(head.SequenceNumber);
        }

        Deliver(head.Message);
        _order.Advance();
        if (_order.HasGap)
            FillGap();

        return true;
    }

    /// <summary>Handles the response to a request for a missing message.</summary>
    /// <param name="call">The call.</param>
    /// <param name="body">The response.</param>
    internal void OnRepublished(RepublishCall call, ReadOnlySpan<byte> body)
    {
        if (_republish != call)
            return; // the request was abandoned

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

    /// <summary>Begins at the first message of a new subscription, while no loop receives messages of it.</summary>
    private void Restart(ClientSession session)
    {
        ContinueFrom(1);
        _republish = null;
        _isResumed = false;
        _session = session;
        Volatile.Write(ref _lastMessage, Environment.TickCount64);
    }

    /// <summary>Delivers the held messages, and continues from another number.</summary>
    private void ContinueFrom(uint number)
    {
        GiveUpMissing();
        _order.Restart(number);
    }

    /// <summary>Gives up every missing message, and delivers those that are held.</summary>
    private void GiveUpMissing()
    {
        while (_order.HasGap)
            GiveUp(_order.End);
    }

    /// <summary>Gives up the messages that are missing before the first held one, or up to a number, and delivers those that follow them.
    /// </summary>
    private void GiveUp(uint number)
    {
        Lost += _order.Skip(number);
        DeliverHeld();
    }

    /// <summary>Delivers the held messages that are next in order.</summary>
    private void DeliverHeld()
    {
        while (_order.TakeExpected() is { } held)
        {
            using (held)
                Deliver(held.Span);

            _order.Advance();
        }
    }

    /// <summary>Delivers the held messages that are next in order, and requests the missing message before the others.</summary>
    private void FillGap()
    {
        DeliverHeld();
        if (!_order.HasGap || _republish is not null || _session is null)
            return;

        _republish = new RepublishCall(this, _order.Expected, RepublishDeadline());
        try
        {
            SendRepublish(_session, _republish);
        }
        catch (ServiceException)
        {
            _republish = null; // the connection is closing
        }
    }

    private long RepublishDeadline() => ClientChannel.DeadlineOf(_client.Options.RepublishTimeout);

    /// <summary>Requests the message that is expected next once more.</summary>
    private void SendRepublish(ClientSession session, IPendingRequest pending) => session.Send(
        new RepublishRequest { SubscriptionId = Id, RetransmitSequenceNumber = _order.Expected },
        pending,
        _client.Options.RepublishTimeout);

    private void Deliver(ReadOnlySpan<byte> message)
    {
        try
        {
            if (_path.Deliver(message, this) is { } changed)
                StatusChanged?.Invoke(this, changed);
        }
        catch (Exception exception) when (exception is not DecodingException) // which closes the connection
        {
            HandlerFaults++;
            LastHandlerFault = exception;
        }

        Messages++;
    }
}
