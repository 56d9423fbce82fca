using System.Runtime.CompilerServices;
using WebSockets.Hub.Connections;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Messages;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <content>The receiving loop.</content>
internal sealed partial class PooledSocket
{
    /// <summary>Reads until a close frame, a failure or the end of the connection.</summary>
    /// <returns><see langword="false"/> if the connection has ended.</returns>
    private async Task<bool> Receive()
    {
        bool goesOn = true;
        while (goesOn)
        {
            int count = await _stream.ReadAsync(_reader.GetMemory()).ConfigureAwait(false);
            if (count == 0)
                return false;

            NoteReceived();
            _reader.Advance(count);
            ReadResult result;
            while (goesOn && (result = _reader.Read()) != ReadResult.NeedsMore)
            {
                if (result == ReadResult.Message)
                    await Handle().ConfigureAwait(false);
                else if (result == ReadResult.CompressedMessage)
                    goesOn = await HandleCompressed().ConfigureAwait(false);
                else
                    goesOn = HandleControl(result);
            }
        }

        return true;
    }

    /// <summary>Inflates a message when the limit of the socket allows it, and in its turn if it may take long. The endpoint starts to
    /// handle it in the same turn, so that the number of inflated messages is limited. When the endpoint waits, the turn is
    /// released.</summary>
    /// <returns><see langword="false"/> if the socket is closed.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> HandleCompressed()
    {
        TimeSpan wait = _rates.TryTakeCompressed();
        if (wait > TimeSpan.Zero)
            await WaitForRate(wait, isCompressed: true).ConfigureAwait(false);

        long compressed = _reader.Message.Length;
        if (compressed >= LongWork.MinInflated || _address.Inflating.IsOver)
        {
            await WaitForTurn(Resumed).ConfigureAwait(false);
            Volatile.Write(ref _hasTurn, 1); // pairs with whoever leaves
        }

        ValueTask handling;
        try
        {
            _http.RequestAborted.ThrowIfCancellationRequested(); // many turns may be granted after many sockets have left
            if (IsClosing)
                return false;

            ReadResult result = _reader.Read();
            if (result != ReadResult.Message)
                return HandleControl(result);

            long bytes = compressed + _reader.Message.Length;
            _rates.AddInflated(bytes);
            _address.Inflating.Add(bytes);
            handling = Handle(isInTime: true);
        }
        finally
        {
            LeaveTurn();
        }

        await handling.ConfigureAwait(false);
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Handle(bool isInTime = false)
    {
        if (IsClosing)
            return;

        if (!isInTime)
            await WaitForRate().ConfigureAwait(false);

        var message = new InboundMessage(_reader.Message, _reader.IsText);
        _context.Counters.AddReceived(message.Payload.Length);
        bool isWaiting = false;
        try
        {
            ValueTask handling = _endpoint.OnMessageAsync(this, message);
            isWaiting = !handling.IsCompleted;
            if (isWaiting)
                BeginWaiting();

            await handling.ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException || !_http.RequestAborted.IsCancellationRequested)
        {
            Blame();
        }
        finally
        {
            if (isWaiting)
                EndWaiting();
        }
    }

    /// <summary>Waits until the socket may send another message.</summary>
    private ValueTask WaitForRate()
    {
        TimeSpan wait = _rates.TryTakeMessage();
        return wait > TimeSpan.Zero ? WaitForRate(wait, isCompressed: false) : default;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitForRate(TimeSpan wait, bool isCompressed)
    {
        BeginWaiting();
        try
        {
            for (; wait > TimeSpan.Zero; wait = isCompressed ? _rates.TryTakeCompressed() : _rates.TryTakeMessage())
                await Task.Delay(wait, _context.Time, _http.RequestAborted).ConfigureAwait(false);
        }
        finally
        {
            EndWaiting();
        }
    }

    /// <summary>Begins a time in which the peer is not read, so that it cannot show that it is there.</summary>
    private void BeginWaiting() => Interlocked.Increment(ref _waiting); // pairs with the read in Sweep

    private void EndWaiting()
    {
        Interlocked.Decrement(ref _waiting); // pairs with the read in Sweep
        NoteReceived(); // the peer was alive the whole time
    }

    private bool HandleControl(ReadResult result)
    {
        switch (result)
        {
            case ReadResult.Ping or ReadResult.Pong when !_rates.TryTakeControl():
                Close(CloseCode.PolicyViolation, "The limit of pings and pongs per second was exceeded.");
                return false;

            case ReadResult.Ping:
                if (_outbox.SetPong(FrameEncoder.EncodeControl(Opcode.Pong, _reader.ControlPayload, _context.Memory)))
                    _outbox.Send();

                return true;

            case ReadResult.Pong:
                return true;

            case ReadResult.Close:
                Close(_reader.ClosedCode, "");
                return false;

            default:
                Close(_reader.Violation.Code, _reader.Violation.Reason);
                return false;
        }
    }

    /// <summary>Closes the socket because of an exception of its endpoint.</summary>
    private void Blame()
    {
        _context.Counters.AddFault();
        Close(CloseCode.InternalError, "The hub failed.");
    }

    private void NoteReceived() => Volatile.Write(ref _lastReceived, _context.Time.GetTimestamp()); // pairs with the read in Sweep
}
