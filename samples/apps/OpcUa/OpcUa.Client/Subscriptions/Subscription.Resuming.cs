using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <content>Resuming on another channel, after the first one was lost.</content>
public sealed partial class Subscription
{
    private const int MaxMissed = 1_000; // messages; limits the requests to a server that claims to have more

    private bool _isUncertain; // whether the items may differ from those of the server
    private bool _isResumed; // and messages of the previous channel are not acknowledged yet

    /// <summary>Resumes the subscription that the server still has. It requests the missed messages one by one, and only then new ones.
    /// </summary>
    /// <returns><see langword="false"/> if the server no longer has it.</returns>
    /// <exception cref="ServiceException">The connection was closed.</exception>
    internal async Task<bool> TryResumeAsync(ClientSession session, CancellationToken cancellation)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            if (_session?.IsSameAs(session) != true)
                return false;

            if (_isUncertain)
            {
                await DeleteAsync(session, cancellation).ConfigureAwait(false);
                return false;
            }

            _republish = null; // its response was expected on the previous channel
            _session = session;
            _isResumed = true;
            StatusCode status = StatusCode.Good;
            for (int i = 0; i < MaxMissed && !status.IsBad; i++)
                status = await AskForMissedAsync(session, cancellation).ConfigureAwait(false);

            if (status.IsBad && status != StatusCodes.BadMessageNotAvailable)
                return false;

            Volatile.Write(ref _lastMessage, Environment.TickCount64);
            session.Publishing.Add(this);
            MonitoredItem[] missing = [.. Items.ToArray().Where(static item => item.MonitoredItemId == 0)];
            await CreateItemsAsync(missing, cancellation).ConfigureAwait(false);
            return true;
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Handles a missed message. Called by the receive loop, while no publish request is pending.</summary>
    /// <returns>The status of the response.</returns>
    internal StatusCode OnMissed(uint sequenceNumber, ReadOnlySpan<byte> body)
    {
        PublishHead head = PublishHead.Read(body, Id, _client.Options.Decoding);
        if (head.Status.IsBad)
            return head.Status;

        if (head.SequenceNumber != sequenceNumber)
            return StatusCodes.BadMessageNotAvailable;

        Republished++;
        _session!.Publishing.Acknowledge(Id, sequenceNumber);
        Deliver(head.Message);
        _order.Advance();
        DeliverHeld();
        return StatusCode.Good;
    }

    private Task<DeleteSubscriptionsResponse> DeleteAsync(ClientSession session, CancellationToken cancellation) =>
        session.CallAsync<DeleteSubscriptionsResponse>(new DeleteSubscriptionsRequest { SubscriptionIds = [Id] }, cancellation);

    private async Task<StatusCode> AskForMissedAsync(ClientSession session, CancellationToken cancellation)
    {
        var call = new MissedMessageCall(this, _order.Expected, RepublishDeadline());
        try
        {
            SendRepublish(session, call);
            return await call.Task.WaitAsync(cancellation).ConfigureAwait(false);
        }
        catch (ServiceException) when (!session.Channel.IsClosed)
        {
            GiveUpMissing(); // the server does not respond to this request, but may still publish
            return StatusCodes.BadMessageNotAvailable;
        }
    }

    /// <summary>Acknowledges the messages delivered before, because the acknowledgements may have been lost with the channel.</summary>
    private void AcknowledgeAgain(in PublishHead head)
    {
        _isResumed = false;
        for (ReadOnlySpan<byte> numbers = head.AvailableNumbers; numbers.Length >= sizeof(uint); numbers = numbers[sizeof(uint)..])
        {
            uint number = BinaryPrimitives.ReadUInt32LittleEndian(numbers);
            if (number != head.SequenceNumber && _order.Distance(number) < 0)
                _session!.Publishing.Acknowledge(Id, number);
        }
    }
}
