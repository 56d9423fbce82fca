using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using System.Threading.Channels;
using Microsoft.Extensions.Logging;

namespace WebSockets.Client.Before;

/// <summary>Sends messages in the common way. Each pattern names the row of the published figures that it is taken from.</summary>
/// <param name="logger">Logs every message.</param>
public sealed class BeforeOutbox(ILogger logger) : IOutbox
{
    private readonly Channel<RequestMessage> _queue = // an object for each message, without a limit (row WSC-envelope)
        Channel.CreateUnbounded<RequestMessage>(new UnboundedChannelOptions { SingleReader = true });

    private RequestMessage? _current;
    private volatile bool _isSending;
    private long _accepted;
    private long _sent;
    private long _lost;

    /// <inheritdoc/>
    public long Accepted => Interlocked.Read(ref _accepted);

    /// <inheritdoc/>
    public long Sent => Interlocked.Read(ref _sent);

    /// <inheritdoc/>
    public long Lost => Interlocked.Read(ref _lost);

    /// <inheritdoc/>
    public long Waiting => Math.Max(0, Accepted - Sent - Lost);

    /// <inheritdoc/>
    public bool IsSending => _isSending;

    /// <summary>Sends a text.</summary>
    /// <returns><see langword="false"/> if the client has ended.</returns>
    public bool Send(string text) => Add(new RequestTextMessage(text));

    /// <summary>Sends binary data.</summary>
    /// <inheritdoc cref="Send(string)"/>
    public bool Send(byte[] data) => Add(new RequestBinaryMessage(data));

    /// <summary>Sends binary data in segments, which are read later.</summary>
    /// <inheritdoc cref="Send(string)"/>
    public bool Send(ReadOnlySequence<byte> data) => Add(new RequestSequenceMessage(data));

    /// <inheritdoc/>
    public async Task SendAsync(WebSocket socket, CancellationToken stopping)
    {
        try
        {
            while (!stopping.IsCancellationRequested && socket.State == WebSocketState.Open)
            {
                if (_current is null && !_queue.Reader.TryRead(out _current))
                {
                    if (!await _queue.Reader.WaitToReadAsync(stopping).ConfigureAwait(false))
                        return;

                    continue;
                }

                _isSending = true;
                logger.LogTrace("Sending {Message}, {Waiting} wait", _current, Waiting); // without checking the level first (row WSC-trace)
                await SendAsync(socket, _current).ConfigureAwait(false);
                _isSending = false;
                _current = null;
                Interlocked.Increment(ref _sent);
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The normal end while no message waits.
        }
        finally
        {
            _isSending = false;
        }
    }

    /// <inheritdoc/>
    public void Complete() => _queue.Writer.TryComplete();

    /// <inheritdoc/>
    public long LoseWaiting()
    {
        long count = _current is null ? 0 : 1;
        _current = null;
        while (_queue.Reader.TryRead(out _))
            count++;

        Interlocked.Add(ref _lost, count);
        return count;
    }

    /// <summary>Stops accepting messages, and gives up those that wait.</summary>
    public void Dispose()
    {
        Complete();
        LoseWaiting();
    }

    private static async Task SendAsync(WebSocket socket, RequestMessage message)
    {
        switch (message)
        {
            case RequestTextMessage text: // an array for each message (row WSC-send)
                byte[] bytes = Encoding.UTF8.GetBytes(text.Text);
                await socket.SendAsync(bytes, WebSocketMessageType.Text, true, CancellationToken.None).ConfigureAwait(false);
                break;

            case RequestBinaryMessage binary:
                await socket.SendAsync(binary.Data, WebSocketMessageType.Binary, true, CancellationToken.None).ConfigureAwait(false);
                break;

            case RequestSequenceMessage sequence: // a frame for each segment, and an empty one to end it (row WSC-framing)
                foreach (ReadOnlyMemory<byte> segment in sequence.Data)
                    await socket.SendAsync(segment, WebSocketMessageType.Binary, false, CancellationToken.None).ConfigureAwait(false);

                await socket.SendAsync(ReadOnlyMemory<byte>.Empty, WebSocketMessageType.Binary, true, CancellationToken.None)
                    .ConfigureAwait(false);
                break;
        }
    }

    private bool Add(RequestMessage message)
    {
        if (!_queue.Writer.TryWrite(message))
            return false;

        Interlocked.Increment(ref _accepted);
        return true;
    }
}
