using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;
using Pooling.Buffers;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Messages;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <summary>A socket. Frames are read in the receive buffer, and messages wait as shares of encoded frames.</summary>
/// <remarks>States: open, closing (a close frame waits or was sent; messages are ignored), ended. Any thread may close it and post
/// messages. One loop receives, and calls the endpoint.</remarks>
internal sealed partial class PooledSocket : IHubSocket, ISweptSocket, IPacedSocket
{
    private readonly HubContext _context;
    private readonly HttpContext _http;
    private readonly Stream _stream;
    private readonly AddressEntry _address;
    private readonly IHubEndpoint _endpoint;
    private readonly MessageReader _reader;
    private readonly FrameEncoder _encoder;
    private readonly SocketDeflater? _deflater; // with a context
    private readonly Outbox _outbox;
    private readonly SocketRates _rates;
    private AsyncSignal? _turnToSend; // for long work; the endpoint may send while the loop waits for its turn
    private int _hasTurn; // for long work: set while a compressed message is inflated, and the endpoint starts to handle it
    private int _waiting; // for a turn, until the socket may send more, or for the endpoint
    private long _lastReceived;
    private long _closingSince; // 0: open

    public PooledSocket(
        HubContext context, HttpContext http, Stream stream, AddressEntry address, DeflateSettings? deflate, IHubEndpoint endpoint)
    {
        _context = context;
        _http = http;
        _stream = stream;
        _address = address;
        _endpoint = endpoint;
        Id = context.NextSocket();
        MessageInflater? inflater = deflate is null ? null : new MessageInflater(deflate.ClientContextTakeover, isAnnounced: true);
        _reader = new MessageReader(EndpointRole.Server, context.Limits.Messages, context.Memory, address.Receiving, inflater);
        if (deflate is { ServerContextTakeover: true })
            _deflater = new SocketDeflater(deflate.ServerWindowBits, context);
        else
            SharedWindow = deflate?.ServerWindowBits ?? 0;

        _encoder = new FrameEncoder(context.Memory);
        _outbox = new Outbox(context.Limits, context, stream, address.Echoes, _deflater);
        _rates = new SocketRates(context.Limits, context.Time);
        _lastReceived = context.Time.GetTimestamp();
    }

    public long Id { get; }

    /// <summary>Gets the bits of the window for which the socket receives shared compressed frames; 0 if it does not.</summary>
    public int SharedWindow { get; }

    public AsyncSignal Resumed { get; } = new();

    private bool IsClosing => Volatile.Read(ref _closingSince) != 0; // pairs with the exchange in TryBeginClosing

    public ValueTask SendAsync(InboundMessage message)
    {
        long length = message.Payload.Length;
        long left = _context.Limits.Sending - _context.Memory.FrameBytes; // an address has no more than is left for the others
        if (length > _context.Limits.Messages.ReceiveBuffer && _address.Echoes.Used + length > left)
        {
            Close(CloseCode.TryAgainLater, "Too much data is waiting to be sent.");
            return default;
        }

        SharedBuffer frame = _encoder.Encode(message.Payload, message.IsText);
        _context.Counters.AddEncoded();
        bool isCompressed = SharedWindow > 0 || _deflater is not null;
        if (isCompressed && length >= LongWork.MinDeflated && Volatile.Read(ref _hasTurn) == 0)
            return SendInTurn(frame);

        frame = Deflate(in frame);
        return TrySend(in frame) ? default : SendWhenThereIsRoom(frame);
    }

    /// <summary>Queues a frame as the policy says. Any thread.</summary>
    /// <param name="frame">The frame; a share of its own is made of it.</param>
    /// <param name="admission">The admission to notify when it is written, if the socket was started.</param>
    /// <param name="isStarted">Whether a thread of the pool will send.</param>
    /// <returns><see langword="false"/> if the socket is closed, since it is too slow.</returns>
    public bool Post(in SharedBuffer frame, BroadcastAdmission admission, out bool isStarted)
    {
        bool stays = _outbox.Post(in frame, out int dropped, out isStarted);
        if (isStarted)
            _outbox.Start(admission);

        if (dropped > 0)
            _context.Counters.AddDropped(dropped);

        if (!stays)
            Close(CloseCode.PolicyViolation, "The peer reads too slowly.");

        return stays;
    }

    public void Close(int code, string reason)
    {
        if (TryBeginClosing() && _outbox.SetClose(FrameEncoder.EncodeClose(code, reason, _context.Memory)))
            _outbox.Start();
    }

    /// <summary>Releases the turn of the loop before the end of its work, if it has one. Any thread.</summary>
    public void LeaveTurn()
    {
        if (Interlocked.Exchange(ref _hasTurn, 0) != 0)
            _context.LongWork.Leave();
    }

    /// <summary>Compresses a frame for sockets that share frames. With a context, the sender compresses it.</summary>
    private SharedBuffer Deflate(in SharedBuffer frame)
    {
        if (SharedWindow == 0)
            return frame;

        using SharedBuffer plain = frame;
        return _context.Deflate(in plain, SharedWindow);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendInTurn(SharedBuffer frame)
    {
        await WaitForTurn(_turnToSend ??= new AsyncSignal()).ConfigureAwait(false);
        bool isSent;
        try
        {
            frame = Deflate(in frame);
            isSent = TrySend(in frame);
        }
        finally
        {
            _context.LongWork.Leave();
        }

        if (!isSent)
            await SendWhenThereIsRoom(frame).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitForTurn(AsyncSignal turn)
    {
        BeginWaiting();
        await _context.LongWork.EnterAsync(_address, turn).ConfigureAwait(false);
        EndWaiting();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendWhenThereIsRoom(SharedBuffer frame)
    {
        do
            await _outbox.Room.WaitAsync().ConfigureAwait(false);
        while (!TrySend(in frame));
    }

    private bool TrySend(in SharedBuffer frame)
    {
        bool isAdded = _outbox.TryAdd(in frame, out bool isSender);
        if (isSender)
            _outbox.Send();

        return isAdded;
    }

    private bool TryBeginClosing() =>
        Interlocked.CompareExchange(ref _closingSince, Math.Max(1, _context.Time.GetTimestamp()), 0) == 0;
}
