using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>One UA-TCP connection of a client or a server: messages in both directions, within limits, until it ends once, with the first
/// reason.</summary>
/// <remarks>Any thread sends and ends it. Messages are received, and the sink called, on the thread that received them.
/// What is sent is numbered and secured by one loop in the order in which it leaves.</remarks>
public sealed partial class UaConnection
{
    private readonly Socket _socket;
    private readonly TransportMemory _memory;
    private readonly TransportLimits _limits;
    private readonly bool _isServer;
    private readonly ChunkReader _reader;
    private readonly MessageAssembly _assembly;
    private readonly Outbox _outbox;
    private readonly Lock _endLock = new();
    private string? _endpointUrl;
    private long _lastReceived = Environment.TickCount64;
    private volatile bool _isConnected;
    private volatile bool _isClosed;

    /// <param name="socket">A connected socket, which is the connection's own from now on.</param>
    /// <param name="memory">Where the memory of messages comes from.</param>
    /// <param name="limits">What this end accepts.</param>
    /// <param name="isServer">Whether this is the end that was connected to.</param>
    public UaConnection(Socket socket, TransportMemory memory, TransportLimits limits, bool isServer)
    {
        ArgumentNullException.ThrowIfNull(socket);
        ArgumentNullException.ThrowIfNull(memory);
        ArgumentNullException.ThrowIfNull(limits);

        _socket = socket;
        _memory = memory;
        _limits = limits;
        _isServer = isServer;
        _reader = new ChunkReader(memory);
        _assembly = new MessageAssembly(memory) { LongestMessage = limits.MaxMessageSize, MostChunks = limits.MaxChunkCount };
        _outbox = new Outbox(limits, memory);
    }

    public SecureChannel Channel { get; } = new();

    /// <summary>What both ends agreed on.</summary>
    public NegotiatedLimits Negotiated { get; private set; } = NegotiatedLimits.Initial;

    /// <summary>The most bytes of a message that is received. A server may begin with less than it said. Receiving thread only.</summary>
    public int MaxMessageSize
    {
        get => _assembly.LongestMessage;
        set => _assembly.LongestMessage = value;
    }

    /// <summary>Whether HEL and ACK were exchanged.</summary>
    public bool IsConnected => _isConnected;

    public bool IsClosed => _isClosed;

    /// <summary>Why it ended.</summary>
    public StatusCode CloseStatus { get; private set; }

    /// <summary>Why it ended, in words.</summary>
    public string? CloseReason { get; private set; }

    /// <summary>Whether the peer said why, in an ERR.</summary>
    public bool IsClosedByPeer { get; private set; }

    /// <summary>A mistake of the sink, which ended it.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>When bytes were received last, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    /// <summary>The bytes that wait to be sent.</summary>
    public long QueuedBytes => _outbox.Bytes;

    /// <summary>Whether another message may wait to be sent.</summary>
    public bool HasRoom => _outbox.HasRoom;

    /// <summary>Receives and sends until the end. When the task ends, all memory is given back and the socket is closed.</summary>
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
                // The peer has gone, or does not take the reason.
            }
        }

        _socket.Dispose();
        await sending.ConfigureAwait(false);
        _outbox.Dispose();
    }

    /// <summary>Ends the connection: the peer is told why, behind what waits to be sent.</summary>
    public void Fail(StatusCode status, string reason)
    {
        if (!TryClose(status, reason))
            return;

        MessageWriter message = Begin(MessageType.Error, 0, ChunkLayout.Plain, 0);
        new ErrorMessage(status, reason).Encode(message.Encoder);
        if (!TryEnqueue(message, isLast: true))
            _outbox.Complete();

        _ = AbortAfterLinger();
    }

    /// <summary>Ends the connection when what waits is sent.</summary>
    public void Close(StatusCode status = default)
    {
        if (!TryClose(status, null))
            return;

        _outbox.Complete();
        _ = AbortAfterLinger();
    }

    /// <summary>Ends the connection at once.</summary>
    public void Abort(StatusCode status)
    {
        TryClose(status, null);
        _socket.Dispose();
        _outbox.Complete();
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

    /// <summary>Wakes the receiving loop if the peer does not take the end for one.</summary>
    private async Task AbortAfterLinger()
    {
        await Task.Delay(_limits.Linger).ConfigureAwait(false);
        _socket.Dispose();
    }

    /// <summary>Reads on to the peer's end. A socket that is closed with bytes unread is reset, and what was sent last is lost.</summary>
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
