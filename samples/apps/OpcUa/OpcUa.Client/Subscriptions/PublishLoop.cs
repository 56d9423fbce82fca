using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>Keeps publish requests waiting at the server while there are subscriptions, each with the acknowledgements collected so far.
/// Those of a request that fails are sent again with the next one. Nothing is allocated per response.</summary>
internal sealed class PublishLoop
{
    private const int MaxAcknowledgements = 1_000; // per request; the rest is sent with the next ones
    private const int MaxWaitingAcknowledgements = 10_000; // limits what a flooding server can cause

    private readonly Lock _lock = new();
    private readonly ClientSession _session;
    private readonly ClientOptions _options;
    private readonly Dictionary<uint, Subscription> _subscriptions = [];
    private readonly Stack<PublishSlot> _free = [];
    private readonly List<SubscriptionAcknowledgement> _acknowledgements = [];
    private readonly PublishRequest _request = new();
    private TimeSpan _timeout;
    private int _waiting;
    private int _limit;
    private int _acknowledgementsEach = MaxAcknowledgements;
    private long _pausedUntil;

    public PublishLoop(ClientSession session, ClientOptions options)
    {
        _session = session;
        _options = options;
        _limit = options.PublishRequests;
        for (int i = 0; i < _limit; i++)
            _free.Push(new PublishSlot(this));
    }

    /// <summary>Gets the number of messages for unknown subscriptions.</summary>
    public long Strays { get; private set; }

    /// <summary>Gets the number of requests that wait at the server.</summary>
    public int Waiting
    {
        get
        {
            lock (_lock)
                return _waiting;
        }
    }

    public void Add(Subscription subscription)
    {
        lock (_lock)
        {
            _subscriptions[subscription.Id] = subscription;
            // The last of the waiting requests may wait for as many keep-alives as there are requests.
            TimeSpan longest = (subscription.KeepAlivePeriod * (_options.PublishRequests + 1)) + _options.RequestTimeout;
            _timeout = longest > _timeout ? longest : _timeout;
        }

        Fill();
    }

    public void Remove(uint subscriptionId)
    {
        lock (_lock)
            _subscriptions.Remove(subscriptionId);
    }

    /// <summary>Acknowledges a message with one of the next requests.</summary>
    public void Acknowledge(uint subscriptionId, uint sequenceNumber)
    {
        lock (_lock)
        {
            if (_acknowledgements.Count < MaxWaitingAcknowledgements)
                _acknowledgements.Add(new SubscriptionAcknowledgement(subscriptionId, sequenceNumber));
        }
    }

    /// <summary>Resumes after a pause, and returns a subscription that the server no longer has, if any.</summary>
    public Subscription? Tick(long now)
    {
        Fill();
        lock (_lock)
        {
            foreach (Subscription subscription in _subscriptions.Values)
            {
                TimeSpan patience = (subscription.KeepAlivePeriod * 2) + _options.RequestTimeout;
                if (now - subscription.LastMessage > patience.TotalMilliseconds)
                    return subscription;
            }
        }

        return null;
    }

    internal void OnResponse(PublishSlot slot, ReadOnlySpan<byte> body)
    {
        Subscription? subscription;
        PublishHead head = PublishHead.Read(body, republished: 0, _options.Decoding);
        lock (_lock)
        {
            int acknowledged = slot.Acknowledgements.Count;
            Free(slot, isAnswered: !head.Status.IsBad);
            if (head.Status.IsBad)
                Slow(head.Status, acknowledged);

            _subscriptions.TryGetValue(head.SubscriptionId, out subscription);
        }

        if (head.Status.IsBad)
        {
            Fill();
            return;
        }

        if (subscription is null)
            Strays++; // deleted, or not known yet; in that case its first message is requested again
        else if (subscription.OnMessage(head))
            Acknowledge(head.SubscriptionId, head.SequenceNumber);

        Fill();
    }

    internal void OnFailed(PublishSlot slot)
    {
        lock (_lock)
            Free(slot, isAnswered: false);
    }

    private void Free(PublishSlot slot, bool isAnswered)
    {
        _waiting--;
        _free.Push(slot);
        if (!isAnswered)
            _acknowledgements.InsertRange(0, slot.Acknowledgements); // a second one of the same message does no harm

        slot.Acknowledgements.Clear();
    }

    private void Slow(StatusCode status, int acknowledged)
    {
        if (status == StatusCodes.BadTooManyOperations)
            _acknowledgementsEach = Math.Max(1, acknowledged / 2);

        if (status == StatusCodes.BadTooManyPublishRequests)
            _limit = Math.Max(1, _waiting);
        else if (status != StatusCodes.BadTimeout)
            _pausedUntil = Environment.TickCount64 + 200; // delays the request after a refused one
    }

    private void Fill()
    {
        lock (_lock)
        {
            while (_waiting < _limit && _subscriptions.Count > 0 && Environment.TickCount64 >= _pausedUntil)
            {
                PublishSlot slot = _free.Pop();
                int count = Math.Min(_acknowledgements.Count, _acknowledgementsEach);
                for (int i = 0; i < count; i++)
                {
                    slot.Acknowledgements.Add(_acknowledgements[i]);
                    _request.Acknowledgements.Add(_acknowledgements[i]);
                }

                _acknowledgements.RemoveRange(0, count);
                slot.Deadline = Environment.TickCount64 + (long)_timeout.TotalMilliseconds;
                _waiting++;
                try
                {
                    _session.Send(_request, slot, _timeout);
                }
                catch (ServiceException)
                {
                    Free(slot, isAnswered: false); // the connection is closing
                    return;
                }
                finally
                {
                    _request.Acknowledgements.Clear();
                }
            }
        }
    }
}
