using System.Runtime.CompilerServices;
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
                else
                    goesOn = HandleControl(result);
            }
        }

        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Handle()
    {
        if (IsClosing)
            return;

        for (TimeSpan wait; (wait = _rates.TryTakeMessage()) > TimeSpan.Zero;)
        {
            await Task.Delay(wait, _context.Time, _http.RequestAborted).ConfigureAwait(false);
            NoteReceived(); // it was there all the time
        }

        var message = new InboundMessage(_reader.Message, _reader.IsText);
        _context.Counters.AddReceived(message.Payload.Length);
        try
        {
            await _endpoint.OnMessageAsync(this, message).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException || !_http.RequestAborted.IsCancellationRequested)
        {
            Blame();
        }
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
                    _sender.Send();

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

    /// <summary>Ends the socket for a mistake of its endpoint.</summary>
    private void Blame()
    {
        _context.Counters.AddFault();
        Close(CloseCode.InternalError, "The hub failed.");
    }

    private void NoteReceived() => Volatile.Write(ref _lastReceived, _context.Time.GetTimestamp()); // pairs with the read of the sweep
}
