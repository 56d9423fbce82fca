using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;

namespace OpcUa.Protocol.Transport;

/// <summary>A UA-TCP connection of a client or a server. It transfers messages in both directions, within limits. It is closed once, with
/// the first reason.</summary>
/// <remarks>Any thread may send and close. The receiving thread calls the sink.
/// One loop numbers and secures the messages in the order in which they are sent.</remarks>
public sealed partial class UaConnection
{
    private readonly Socket _socket;
    private readonly TransportMemory _memory;
    private readonly TransportLimits _limits;
    private readonly bool _isServer;
    private readonly IChannelGuard? _guard;
    private readonly ChunkReader _reader;
    private readonly MessageAssembly _assembly;
    private readonly Outbox _outbox;
    private readonly Share _sending;
    private readonly Lock _endLock = new();
    private string? _endpointUrl;
    private long _lastReceived = Environment.TickCount64;
    private volatile bool _isConnected;
    private volatile bool _isClosed;

    /// <param name="socket">A connected socket; the connection takes its ownership.</param>
    /// <param name="memory">The memory for messages.</param>
    /// <param name="limits">The limits of this end.</param>
    /// <param name="isServer">Whether this end is the server.</param>
    /// <param name="share">The connection's share of the memory; all memory if omitted.</param>
    /// <param name="guard">The guard for secured channels, or <see langword="null"/> if the connection supports only None.</param>
    public UaConnection(
        Socket socket, TransportMemory memory, TransportLimits limits, bool isServer,
        MemoryShare? share = null, IChannelGuard? guard = null)
    {
        ArgumentNullException.ThrowIfNull(socket);
        ArgumentNullException.ThrowIfNull(memory);
        ArgumentNullException.ThrowIfNull(limits);

        _socket = socket;
        _memory = memory;
        _limits = limits;
        _isServer = isServer;
        _guard = guard;
        share ??= memory.All;
        _reader = new ChunkReader(memory, share.Receiving);
        _assembly = new MessageAssembly(memory, share.Receiving)
        {
            MaxMessageLength = limits.MaxMessageSize,
            MaxChunks = limits.MaxChunkCount,
        };
        _outbox = new Outbox(limits);
        _sending = share.Sending;
    }

    public SecureChannel Channel { get; } = new();

    /// <summary>Gets the limits on which both ends agreed.</summary>
    public NegotiatedLimits Negotiated { get; private set; } = NegotiatedLimits.Initial;

    /// <summary>Gets or sets the maximum length of a received message in bytes. A server may start with less than it announced. For the
    /// receiving thread only.</summary>
    public int MaxMessageSize
    {
        get => _assembly.MaxMessageLength;
        set => _assembly.MaxMessageLength = value;
    }

    /// <summary>Gets the maximum length of a sent message in bytes, which both ends accept.</summary>
    public long MaxSentMessageSize =>
        Math.Min(Negotiated.MaxSentMessage == 0 ? int.MaxValue : Negotiated.MaxSentMessage, _limits.MaxSentMessageSize);

    /// <summary>Gets whether HEL and ACK were exchanged.</summary>
    public bool IsConnected => _isConnected;

    public bool IsClosed => _isClosed;

    /// <summary>Gets the status with which the connection was closed.</summary>
    public StatusCode CloseStatus { get; private set; }

    /// <summary>Gets the reason for which the connection was closed, as text.</summary>
    public string? CloseReason { get; private set; }

    /// <summary>Gets whether the peer sent the reason, in an ERR message.</summary>
    public bool IsClosedByPeer { get; private set; }

    /// <summary>Gets the unexpected exception of the sink for which the connection was closed, if any.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>Gets the time at which bytes were last received, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    /// <summary>Gets the number of bytes that wait to be sent.</summary>
    public long QueuedBytes => _outbox.Bytes;

    /// <summary>Gets whether another message may wait to be sent.</summary>
    public bool HasRoom => _outbox.HasRoom;

    /// <summary>Receives and sends until the connection is closed. When the task completes, all memory is returned and the socket is
    /// closed.</summary>
    public async Task RunAsync(IMessageSink sink)
    {
        ArgumentNullException.ThrowIfNull(sink);

        Task sending = Send();
        await Receive(sink).ConfigureAwait(false);
        _outbox.Complete();
        using (var linger = new CancellationTokenSource(_limits.Linger))
        {
            try
            {
                await Drain(sending, linger.Token).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException or ObjectDisposedException)
            {
                // The peer is gone, or does not receive the reason.
            }
        }

        _socket.Dispose();
        await sending.ConfigureAwait(false);
        _outbox.Dispose();
    }

    /// <summary>Closes the connection after the waiting messages and an ERR with the reason.</summary>
    public void Fail(StatusCode status, string reason)
    {
        if (!TryClose(status, reason))
            return;

        if (!TrySendReason(status, reason))
            _outbox.Complete();

        _ = AbortAfterLinger();
    }

    /// <summary>Closes the connection after the waiting messages were sent.</summary>
    public void Close(StatusCode status = default)
    {
        if (!TryClose(status, null))
            return;

        _outbox.Complete();
        _ = AbortAfterLinger();
    }

    /// <summary>Closes the connection immediately.</summary>
    public void Abort(StatusCode status)
    {
        TryClose(status, null);
        _socket.Dispose();
        _outbox.Complete();
    }

    private bool TrySendReason(StatusCode status, string reason)
    {
        try
        {
            MessageWriter message = Begin(MessageType.Error, 0, ChunkLayout.Plain, 0);
            new ErrorMessage(status, reason).Encode(message.Encoder);
            return TryEnqueue(message, hasRoom: false, isLast: true);
        }
        catch (TransportException)
        {
            return false; // there is no memory left for it
        }
    }

    private bool TryClose(StatusCode status, string? reason, bool isByPeer = false)
    {
        lock (_endLock)
        {
            if (_isClosed)
                return false;

            CloseStatus = status;
            CloseReason = reason;
            IsClosedByPeer = isByPeer;
            _isClosed = true;
        }

        _outbox.Room.Set();
        return true;
    }

    /// <summary>Aborts the receive loop if the peer does not close its end.</summary>
    private async Task AbortAfterLinger()
    {
        await Task.Delay(_limits.Linger).ConfigureAwait(false);
        _socket.Dispose();
    }

    /// <summary>Reads until the peer closes its end. A socket that is closed with unread bytes is reset, and the last sent bytes are
    /// lost.</summary>
    private async Task Drain(Task sending, CancellationToken cancellation)
    {
        await sending.WaitAsync(cancellation).ConfigureAwait(false);
        if (CloseReason is null)
            return;

        byte[] ignored = new byte[4096];
        while (await _socket.ReceiveAsync(ignored, SocketFlags.None, cancellation).ConfigureAwait(false) > 0)
        {
        }
    }
}
