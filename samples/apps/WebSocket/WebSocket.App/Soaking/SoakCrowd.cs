using System.Diagnostics;
using Pooling.Buffers;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Soaking;

/// <summary>Many sockets to which things happen: they join, leave, stall, die and connect again, while messages go at a rate.</summary>
internal sealed class SoakCrowd : IAsyncDisposable
{
    private const int JoinsAtOnce = 50;
    private const int SlowEach = 25; // listeners
    private const int Slowness = 20; // times the time from one broadcast to the next
    private const int MostStalled = 32; // each holds a thread
    private const double LeaveShare = 0.4;
    private const double DieShare = 0.3; // the rest stalls
    private const double LongShare = 0.2; // of the stalls: longer than the hub puts up with
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(5);

    private readonly Uri _hub;
    private readonly SoakOptions _options;
    private readonly TimeSpan _hubPatience;
    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { MaxRetained = 16 * 1024 });
    private readonly ReconnectingClientOptions _client;
    private readonly SoakSocket[] _sockets;
    private readonly SoakSocket _sender;
    private readonly CancellationTokenSource _stopping = new(); // nothing new happens
    private readonly CancellationTokenSource _ending = new(); // and nothing is waited for
    private Task _sending = Task.CompletedTask;
    private Task _living = Task.CompletedTask;
    private int _stalled;
    private long _handlerFaults; // of those that have left

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

    /// <summary>The sockets that there should be.</summary>
    public int Size => _sockets.Length + 1;

    public long Buffers => _pool.GetStatistics().InUse;

    public bool AreAllConnected => _sender.IsConnected && _sockets.All(static socket => socket.IsConnected);

    /// <summary>Exceptions of callbacks, also at those that have left.</summary>
    public long HandlerFaults =>
        Volatile.Read(ref _handlerFaults) + _sender.HandlerFaults + _sockets.Sum(static socket => socket.HandlerFaults);

    /// <summary>Lets all join, and begins.</summary>
    /// <param name="hub">The hub.</param>
    /// <param name="options">What is wanted.</param>
    /// <param name="hubPatience">After how long of silence the hub ends a socket.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
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

    /// <summary>Lets nothing happen any more, and sends nothing: those that are away come back, and what is under way arrives, at
    /// those that were slow, too.</summary>
    public async Task Calm()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _living.ConfigureAwait(false);
        foreach (SoakSocket socket in _sockets)
            socket.Hurry();

        await _sending.ConfigureAwait(false);
    }

    /// <summary>Lets all leave.</summary>
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

    // Nothing else happens to it: its network buffers fill in minutes; then the policy drops, or the hub ends what does not read.
    private static bool IsSlow(int place, SoakOptions options) => place < options.Listeners && place % SlowEach == 1;

    /// <summary>What happens at one place, one thing after the other.</summary>
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
            // This is how it ends.
        }
    }

    /// <summary>Lets the socket of a place leave, and another one join.</summary>
    private async Task Replace(int place)
    {
        SoakSocket last = _sockets[place];
        await last.Leave(_ending.Token).ConfigureAwait(false);
        Interlocked.Add(ref _handlerFaults, last.HandlerFaults);
        SoakSocket next = Create(place);
        Volatile.Write(ref _sockets[place], next);
        await last.DisposeAsync().ConfigureAwait(false);
        await next.Join(_ending.Token).ConfigureAwait(false); // takes as long as the hub is away
    }

    private async Task Stall(SoakSocket socket, Random random)
    {
        if (Interlocked.Increment(ref _stalled) <= MostStalled)
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

    /// <summary>Sends what is due at each tick: echoes in turn, and broadcasts. What a socket may not send is not made up for.</summary>
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
            // This is how it ends.
        }
    }
}
