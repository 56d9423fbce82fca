using System.Buffers;
using System.Net.WebSockets;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Soaking;

/// <summary>One socket from joining to leaving: numbers what it sends, and looks at the numbers of what it gets. Within one connection they
/// follow each other.</summary>
/// <remarks>One thread at a time acts on it, another one sends; its handler is called by the client's loop.</remarks>
internal sealed class SoakSocket : IMessageHandler, IAsyncDisposable
{
    private const int MostUnderWay = 64;
    private const int ConnectionBits = 32; // numbers hold the connection of their sender above these: what was under way is lost with it
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // only what is wrong takes so long
    private static readonly TimeSpan s_sign = TimeSpan.FromSeconds(2);

    private readonly Lock _sending = new();
    private readonly SoakCounts _counts;
    private readonly bool _listens;
    private readonly TimeSpan _slowness;
    private readonly ManualResetEventSlim _going = new(true);
    private readonly ReconnectingWebSocketClient _client;
    private WebSocket? _socket;
    private long _next; // to be sent
    private long _answered; // the one behind the last that came back
    private long _expected = -1; // -1: any, of a new connection
    private bool _isLeaving;
    private volatile bool _hasStalled; // in this connection
    private volatile bool _isHurried;

    /// <param name="hub">The hub.</param>
    /// <param name="options">Those of all sockets.</param>
    /// <param name="counts">Is told what happens.</param>
    /// <param name="listens">Whether it gets broadcasts; if not, its own messages.</param>
    /// <param name="compresses">Whether it offers compression.</param>
    /// <param name="slowness">How long it takes for each message.</param>
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
                socket.KeepAliveInterval = s_sign; // the hub's pings wait behind what is not read yet
        });
        _client = new ReconnectingWebSocketClient(
            new Uri(hub, listens ? "broadcast" : "echo"), this, options,
            async (uri, cancellation) => _socket = await connect(uri, cancellation).ConfigureAwait(false));
        _client.Connected += Begin;
        _client.Disconnected += End;
    }

    public bool IsConnected => _client.State == ClientState.Connected;

    public long HandlerFaults => _client.HandlerFaults;

    private bool IsSlow => _slowness > TimeSpan.Zero; // or was

    public async Task Join(CancellationToken cancellationToken)
    {
        await _client.StartAsync(cancellationToken).ConfigureAwait(false);
        _counts.AddJoin();
    }

    /// <summary>Sends the next message, if it may.</summary>
    public bool Send()
    {
        lock (_sending)
        {
            if (_isLeaving || !IsConnected || _next - Volatile.Read(ref _answered) >= MostUnderWay)
                return false;

            WebSocketMessageType type = _next % 2 == 0 ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
            bool isTaken = _client.Send(static (buffer, number) => SoakMessages.Write(buffer, number), _next, type);
            _next += isTaken ? 1 : 0;
            return isTaken;
        }
    }

    /// <summary>Reads nothing until <see cref="GoOn"/>.</summary>
    public void Stall()
    {
        _going.Reset(); // before the rest: a connection that begins looks at it
        _hasStalled = true;
        _counts.AddStall();
    }

    public void GoOn() => _going.Set();

    /// <summary>Takes no more time for a message.</summary>
    public void Hurry() => _isHurried = true;

    /// <summary>Cuts the connection, if there is one. It comes again by itself.</summary>
    public void Die()
    {
        if (!IsConnected)
            return;

        _counts.AddDeath();
        _socket?.Abort();
    }

    /// <summary>Gets what is under way, and closes.</summary>
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
