using WebSockets.Protocol.Messages;

namespace WebSockets.Hub.After;

/// <content>The lifetime of a socket.</content>
internal sealed partial class PooledSocket
{
    private const int DrainBuffer = 4096;

    /// <summary>Receives and sends until the end. When the task completes, all memory is released except for a write that Kestrel still
    /// holds.</summary>
    public async Task RunAsync()
    {
        // Writes to a disconnected peer do not fail. This token reports that it has disconnected.
        using CancellationTokenRegistration aborted = _http.RequestAborted.UnsafeRegister(
            static socket => ((PooledSocket)socket!)._outbox.Abandon(), this);
        _context.Sockets.Add(this);
        try
        {
            Call(_endpoint.OnOpened);
            if (await Receive().ConfigureAwait(false))
                await Finish().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The connection has ended without a close frame.
        }
        finally
        {
            Call(_endpoint.OnClosed);
            _context.Sockets.Remove(this);
            if (await _outbox.EndAsync().ConfigureAwait(false))
                _http.Abort(); // the peer may never take it, and nobody looks after it any more

            _encoder.Dispose();
            _deflater?.Dispose();
            _reader.Dispose();
        }
    }

    private void Call(Action<IHubSocket> call)
    {
        try
        {
            call(this);
        }
        catch (Exception)
        {
            Blame();
        }
    }

    /// <summary>Waits until the close frame is sent and the peer has responded to it. A connection that is closed with unread bytes is
    /// reset, and the last sent bytes are lost. The wait is limited by the sweep.</summary>
    private async Task Finish()
    {
        if (!_reader.HasClose)
            await SkipToClose().ConfigureAwait(false);

        await _outbox.Completion.ConfigureAwait(false);
    }

    private async Task SkipToClose()
    {
        var skipper = new FrameSkipper(_reader.MissingOfFrame);
        if (skipper.FindClose(_reader.Rest))
            return;

        byte[] buffer = _context.Memory.Arrays.Rent(DrainBuffer);
        try
        {
            int count;
            while ((count = await _stream.ReadAsync(buffer).ConfigureAwait(false)) > 0 && !skipper.FindClose(buffer.AsSpan(0, count)))
            {
            }
        }
        finally
        {
            _context.Memory.Arrays.Return(buffer);
        }
    }
}
