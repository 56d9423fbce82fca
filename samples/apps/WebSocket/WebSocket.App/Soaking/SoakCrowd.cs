using System.Diagnostics;
using Pooling.Buffers;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Soaking;

/// <summary>Many sockets that join, leave, stall, lose their connections and connect again, while messages are sent at a fixed
/// rate.</summary>
internal sealed class SoakCrowd : IAsyncDisposable
{
    private const int JoinsAtOnce = 50;
    private const int SlowEach = 25; // one of this many listeners is slow
    private const int Slowness = 20; // factor of the time between two broadcasts
    private const int MaxStalled = 32; // each blocks a thread
    private const double LeaveShare = 0.4;
    private const double DieShare = 0.3; // the rest stalls
    private const double LongShare = 0.2; // of the stalls: longer than the hub tolerates
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(5);

    private readonly Uri _hub;
    private readonly SoakOptions _options;
    private readonly TimeSpan _hubPatience;
    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { MaxRetained = 16 * 1024 });
    private readonly ReconnectingClientOptions _client;
    private readonly SoakSocket[] _sockets;
    private readonly SoakSocket _sender;
    private readonly CancellationTokenSource _stopping = new(); // no more events
    private readonly CancellationTokenSource _ending = new(); // no more waiting
    private Task _sending = Task.CompletedTask;
    private Task _living = Task.CompletedTask;
    private int _stalled;
    private long _handlerFaults; // of the sockets that have left

    private SoakCrowd(Uri hub, SoakOptions options, TimeSpan hubPatience)
    {
        _hub = hub;
        _options = options;
        _hubPatience = hubPatience;
        _client = new ReconnectingClientOptions
        {
            Pool = _pool,
            Connection = new ConnectionOptions
            {
                ReconnectDelay = TimeSpan.FromMilliseconds(100),
                MaxReconnectDelay = TimeSpan.FromSeconds(2),
                ConnectTimeout = TimeSpan.FromSeconds(30),
                Unsent = UnsentMessages.Lose,
            },
            Outbox = new OutboxOptions { Capacity = 1024 },
        };
        _sender = new SoakSocket(hub, _client, Counts, listens: true, compresses: false);
        _sockets = [.. Enumerable.Range(0, options.Sockets).Select(Create)];
    }

    public SoakCounts Counts { get; } = new();

    /// <summary>The expected number of sockets.</summary>
    public int Size => _sockets.Length + 1;

    public long Buffers => _pool.GetStatistics().InUse;

    public bool AreAllConnected => _sender.IsConnected && _sockets.All(static socket => socket.IsConnected);

    /// <summary>The number of exceptions of callbacks, including those of sockets that have left.</summary>
    public long HandlerFaults =>
        Volatile.Read(ref _handlerFaults) + _sender.HandlerFaults + _sockets.Sum(static socket => socket.HandlerFaults);

    /// <summary>Connects all sockets, and starts the events and messages.</summary>
    /// <param name="hub">The hub.</param>
    /// <param name="options">The options.</param>
    /// <param name="hubPatience">The time of silence after which the hub ends a socket.</param>
    /// <param name="cancellationToken">A token that cancels the wait.</param>
    public static async Task<SoakCrowd> Start(
        Uri hub, SoakOptions options, TimeSpan hubPatience, CancellationToken cancellationToken)
    {
        var crowd = new SoakCrowd(hub, options, hubPatience);
        try
        {
            await crowd._sender.Join(cancellationToken).ConfigureAwait(false);
            foreach (SoakSocket[] some in crowd._sockets.Chunk(JoinsAtOnce))
                await Task.WhenAll(some.Select(socket => socket.Join(cancellationToken))).ConfigureAwait(false);
        }
        catch
        {
            await crowd.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        crowd._sending = Task.Run(crowd.Send, CancellationToken.None);
        IEnumerable<int> lively = Enumerable.Range(0, crowd._sockets.Length).Where(place => !IsSlow(place, options));
        crowd._living = Task.WhenAll(lively.Select(crowd.Live));
        return crowd;
    }

    /// <summary>Stops all events and messages. Disconnected sockets connect again, and messages in transit arrive, also at slow
    /// sockets.</summary>
    public async Task Calm()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _living.ConfigureAwait(false);
        foreach (SoakSocket socket in _sockets)
            socket.Hurry();

        await _sending.ConfigureAwait(false);
    }

    /// <summary>Closes all sockets.</summary>
    public async Task Leave(CancellationToken cancellationToken)
    {
        await Task.WhenAll(_sockets.Select(socket => socket.Leave(cancellationToken))).ConfigureAwait(false);
        await _sender.Leave(cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _ending.CancelAsync().ConfigureAwait(false);
        await Calm().ConfigureAwait(false);
        await Task.WhenAll(_sockets.Append(_sender).Select(static socket => socket.DisposeAsync().AsTask())).ConfigureAwait(false);
        _pool.Dispose();
        _stopping.Dispose();
        _ending.Dispose();
    }

    private SoakSocket Create(int place)
    {
        bool listens = place < _options.Listeners;
        TimeSpan slowness = IsSlow(place, _options) ? TimeSpan.FromSeconds(Slowness * _options.Listeners / (_options.Rate / 2.0)) : default;
        return new SoakSocket(_hub, _client, Counts, listens, compresses: place % 2 == 0, slowness);
    }

    // A slow socket has no other events. Its network buffers fill in minutes. Then the policy drops messages, or the hub ends the socket.
    private static bool IsSlow(int place, SoakOptions options) => place < options.Listeners && place % SlowEach == 1;

    /// <summary>Runs the events at one place, one after the other.</summary>
    private async Task Live(int place)
    {
        var random = new Random(place);
        try
        {
            while (true)
            {
                await Task.Delay(_options.Calm * 2 * random.NextDouble(), _stopping.Token).ConfigureAwait(false);
                double what = random.NextDouble();
                if (what < LeaveShare)
                    await Replace(place).ConfigureAwait(false);
                else if (what < LeaveShare + DieShare)
                    _sockets[place].Die();
                else
                    await Stall(_sockets[place], random).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested)
        {
            // The normal end of the loop.
        }
    }

    /// <summary>Closes the socket of a place, and connects another one.</summary>
    private async Task Replace(int place)
    {
        SoakSocket last = _sockets[place];
        await last.Leave(_ending.Token).ConfigureAwait(false);
        Interlocked.Add(ref _handlerFaults, last.HandlerFaults);
        SoakSocket next = Create(place);
        Volatile.Write(ref _sockets[place], next);
        await last.DisposeAsync().ConfigureAwait(false);
        await next.Join(_ending.Token).ConfigureAwait(false); // takes as long as the hub is not available
    }

    private async Task Stall(SoakSocket socket, Random random)
    {
        if (Interlocked.Increment(ref _stalled) <= MaxStalled)
        {
            TimeSpan time = random.NextDouble() < LongShare ? _hubPatience * 1.2 : TimeSpan.FromSeconds(0.2 + (2 * random.NextDouble()));
            socket.Stall();
            try
            {
                await Task.Delay(time, _stopping.Token).ConfigureAwait(false);
            }
            finally
            {
                socket.GoOn();
                Interlocked.Decrement(ref _stalled);
            }
        }
        else
        {
            Interlocked.Decrement(ref _stalled);
        }
    }

    /// <summary>Sends the messages that are due at each tick: echoes in turn, and broadcasts. Messages that a socket may not send are not
    /// sent later.</summary>
    private async Task Send()
    {
        using var timer = new PeriodicTimer(s_tick);
        double echoRate = _options.Rate / 2.0;
        double broadcastRate = echoRate / (_options.Listeners + 1);
        long start = Stopwatch.GetTimestamp();
        long echoes = 0;
        long broadcasts = 0;
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false))
            {
                double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
                for (long due = (long)(seconds * broadcastRate); broadcasts < due; broadcasts++)
                    _sender.Send();

                for (long due = (long)(seconds * echoRate); echoes < due; echoes++)
                {
                    long place = _options.Listeners + (echoes % (_sockets.Length - _options.Listeners));
                    Volatile.Read(ref _sockets[place]).Send();
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The normal end of the loop.
        }
    }
}
