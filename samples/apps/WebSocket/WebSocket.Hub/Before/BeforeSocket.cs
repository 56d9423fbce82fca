using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using System.Threading.Channels;
using Microsoft.AspNetCore.Http;
using Microsoft.IO;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Before;

/// <summary>A socket that uses the WebSocket class of .NET, with a stream for each received message and an envelope for each waiting
/// message.</summary>
internal sealed partial class BeforeSocket : IHubSocket, ISweptSocket, IPacedSocket
{
    private readonly HubContext _context;
    private readonly RecyclableMemoryStreamManager _streams;
    private readonly HttpContext _http;
    private readonly WebSocket _socket;
    private readonly IHubEndpoint _endpoint;
    private readonly Channel<BeforeEnvelope> _outbox;
    private readonly SocketRates _rates;
    private volatile BeforeClose? _close; // the reason for which the hub closes it
    private long _closingSince;

    public BeforeSocket(
        HubContext context,
        RecyclableMemoryStreamManager streams,
        HttpContext http,
        Stream stream,
        DeflateSettings? deflate,
        IHubEndpoint endpoint)
    {
        _context = context;
        _streams = streams;
        _http = http;
        _endpoint = endpoint;
        Id = context.NextSocket();
        _socket = DotNetSockets.Create(context, stream, deflate);
        _outbox = Channel.CreateBounded<BeforeEnvelope>(
            new BoundedChannelOptions(context.Limits.QueuedMessages) { FullMode = FullMode(context.Limits.Policy), SingleReader = true },
            _ => context.Counters.AddDropped(1));
        _rates = new SocketRates(context.Limits, context.Time);
    }

    public long Id { get; }

    public AsyncSignal Resumed { get; } = new();

    /// <summary>Copies a message from the stream into which it was received.</summary>
    public static BeforeEnvelope Open(InboundMessage message) => message.IsText
        ? new BeforeEnvelope(Encoding.UTF8.GetString(message.Payload), null)
        : new BeforeEnvelope(null, message.Payload.ToArray());

    public async ValueTask SendAsync(InboundMessage message)
    {
        BeforeEnvelope envelope = Open(message);
        _context.Counters.AddEncoded();
        try
        {
            while (await _outbox.Writer.WaitToWriteAsync(_http.RequestAborted).ConfigureAwait(false))
            {
                if (_outbox.Reader.Count < _context.Limits.QueuedMessages && _outbox.Writer.TryWrite(envelope))
                    return;

                // The policy applies to broadcasts only.
                await Task.Delay(TimeSpan.FromMilliseconds(1), _context.Time, _http.RequestAborted).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // No thread waits for it.
        }
    }

    /// <summary>Queues a message according to the policy. Any thread.</summary>
    /// <returns><see langword="false"/> if the socket is closed, because it is too slow.</returns>
    public bool Post(BeforeEnvelope envelope)
    {
        if (_outbox.Writer.TryWrite(envelope) || _close is not null)
            return true;

        _context.Counters.AddDropped(1);
        Close(CloseCode.PolicyViolation, "The peer reads too slowly.");
        return false;
    }

    public void Close(int code, string reason)
    {
        if (Interlocked.CompareExchange(ref _close, new BeforeClose(code, reason), null) is not null)
            return;

        NoteClosing();
        _outbox.Writer.TryComplete();
    }

    public void Sweep(long now)
    {
        long since = Volatile.Read(ref _closingSince); // pairs with the exchange in NoteClosing
        if (since != 0 && _context.Time.GetElapsedTime(since, now) > _context.Limits.CloseTimeout)
            _http.Abort();
    }

    private void NoteClosing() =>
        Interlocked.CompareExchange(ref _closingSince, Math.Max(1, _context.Time.GetTimestamp()), 0);

    // With Wait, TryWrite reports that there is no room.
    private static BoundedChannelFullMode FullMode(OutboxPolicy policy) => policy switch
    {
        OutboxPolicy.DropOldest => BoundedChannelFullMode.DropOldest,
        OutboxPolicy.DropNewest => BoundedChannelFullMode.DropWrite,
        _ => BoundedChannelFullMode.Wait,
    };
}
