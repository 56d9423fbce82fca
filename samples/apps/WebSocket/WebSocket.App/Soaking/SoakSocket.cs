using System.Buffers;
using System.Net.WebSockets;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Soaking;

/// <summary>A socket that numbers the messages that it sends, and checks the numbers of those that it receives. Within a connection, the
/// numbers are consecutive.</summary>
/// <remarks>One thread at a time controls it, and another one sends. The handler is called by the client's loop.</remarks>
internal sealed class SoakSocket : IMessageHandler, IAsyncDisposable
{
    private const int MaxUnderWay = 64;
    private const int ConnectionBits = 32; // the bits above are the number of the connection, with which messages in transit are lost
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // reached only if something is wrong
    private static readonly TimeSpan s_sign = TimeSpan.FromSeconds(2);

    private readonly Lock _sending = new();
    private readonly SoakCounts _counts;
    private readonly bool _listens;
    private readonly TimeSpan _slowness;
    private readonly ManualResetEventSlim _going = new(true);
    private readonly ReconnectingWebSocketClient _client;
    private WebSocket? _socket;
    private long _next; // the number of the next message
    private long _answered; // the number after the last one that was returned
    private long _expected = -1; // -1 for any, in a new connection
    private bool _isLeaving;
    private volatile bool _hasStalled; // in this connection
    private volatile bool _isHurried;

    /// <param name="hub">The hub.</param>
    /// <param name="options">The options of all sockets.</param>
    /// <param name="counts">Counts the events.</param>
    /// <param name="listens">Whether the socket receives broadcasts; otherwise it receives its own messages.</param>
    /// <param name="compresses">Whether the socket offers compression.</param>
    /// <param name="slowness">The time that the socket takes for each message.</param>
    public SoakSocket(
        Uri hub, ReconnectingClientOptions options, SoakCounts counts, bool listens, bool compresses, TimeSpan slowness = default)
    {
        _counts = counts;
        _listens = listens;
        _slowness = slowness;
        WebSocketFactory connect = WebSocketFactories.ClientWebSocket(socket =>
        {
            if (compresses)
                socket.DangerousDeflateOptions = new WebSocketDeflateOptions();

            if (slowness > TimeSpan.Zero)
                socket.KeepAliveInterval = s_sign; // the hub's pings wait behind messages that are not read yet
        });
        _client = new ReconnectingWebSocketClient(
            new Uri(hub, listens ? "broadcast" : "echo"), this, options,
            async (uri, cancellation) => _socket = await connect(uri, cancellation).ConfigureAwait(false));
        _client.Connected += Begin;
        _client.Disconnected += End;
    }

    public bool IsConnected => _client.State == ClientState.Connected;

    public long HandlerFaults => _client.HandlerFaults;

    private bool IsSlow => _slowness > TimeSpan.Zero; // or was slow before Hurry

    public async Task Join(CancellationToken cancellationToken)
    {
        await _client.StartAsync(cancellationToken).ConfigureAwait(false);
        _counts.AddJoin();
    }

    /// <summary>Sends the next message, if the limit of messages in transit allows it.</summary>
    public bool Send()
    {
        lock (_sending)
        {
            if (_isLeaving || !IsConnected || _next - Volatile.Read(ref _answered) >= MaxUnderWay)
                return false;

            WebSocketMessageType type = _next % 2 == 0 ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
            bool isTaken = _client.Send(static (buffer, number) => SoakMessages.Write(buffer, number), _next, type);
            _next += isTaken ? 1 : 0;
            return isTaken;
        }
    }

    /// <summary>Stops reading until <see cref="GoOn"/>.</summary>
    public void Stall()
    {
        _going.Reset(); // first, because the start of a new connection checks it
        _hasStalled = true;
        _counts.AddStall();
    }

    public void GoOn() => _going.Set();

    /// <summary>Stops delaying each message.</summary>
    public void Hurry() => _isHurried = true;

    /// <summary>Cuts the connection, if there is one. The client connects again.</summary>
    public void Die()
    {
        if (!IsConnected)
            return;

        _counts.AddDeath();
        _socket?.Abort();
    }

    /// <summary>Waits for the messages in transit, and closes the connection.</summary>
    public async Task Leave(CancellationToken cancellationToken)
    {
        long connections = _client.Connections;
        lock (_sending)
            _isLeaving = true;

        bool isWhole = !_listens && IsConnected;
        long end = Environment.TickCount64 + (long)s_patience.TotalMilliseconds;
        while (isWhole && Volatile.Read(ref _answered) < _next && IsConnected && Environment.TickCount64 < end)
            await Task.Delay(10, cancellationToken).ConfigureAwait(false);

        if (isWhole && IsConnected && _client.Connections == connections)
            _counts.AddMissing(_next - Volatile.Read(ref _answered));

        await _client.CloseAsync(cancellation: cancellationToken).ConfigureAwait(false);
    }

    public void OnText(ReadOnlySpan<byte> utf8) => Take(SoakMessages.Read(utf8));

    public void OnBinary(in ReadOnlySequence<byte> data) => Take(SoakMessages.Read(in data));

    public async ValueTask DisposeAsync()
    {
        _going.Set();
        await _client.DisposeAsync().ConfigureAwait(false);
        _going.Dispose();
    }

    private void Begin()
    {
        _expected = -1;
        _hasStalled = !_going.IsSet;
        lock (_sending)
        {
            _next = ((_next >> ConnectionBits) + 1) << ConnectionBits;
            Volatile.Write(ref _answered, _next);
        }
    }

    private void End(Disconnection why)
    {
        if (why.Reason != DisconnectReason.ClosedByUser)
            _counts.AddLoss();
    }

    private void Take(long number)
    {
        if (number < 0 || (_expected >= 0 && number < _expected))
        {
            _counts.AddWrong();
            return;
        }

        bool isFirst = _expected < 0 || number >> ConnectionBits != _expected >> ConnectionBits;
        long gap = isFirst ? 0 : number - _expected;
        _expected = number + 1;
        if (_listens)
        {
            _counts.AddBroadcast();
            _counts.AddSkipped(gap);
            if (!IsSlow && !_hasStalled)
                _counts.AddMissing(gap);
        }
        else
        {
            _counts.AddEcho();
            _counts.AddMissing(gap);
        }

        Volatile.Write(ref _answered, Math.Max(_answered, _expected)); // pairs with the reads of the sender

        if (IsSlow && !_isHurried)
            Thread.Sleep(_slowness);

        _going.Wait();
    }
}
