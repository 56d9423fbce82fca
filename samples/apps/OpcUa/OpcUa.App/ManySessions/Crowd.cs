using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;
using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;

namespace OpcUa.App.ManySessions;

/// <summary>Many sessions in one process. They connect at a limited rate. Rejected sessions try again a little later.</summary>
internal sealed class Crowd : IAsyncDisposable
{
    private const int ClosingAtOnce = 64;
    private static readonly TimeSpan s_firstPause = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan s_maxPause = TimeSpan.FromSeconds(4);

    private readonly ConcurrentDictionary<StatusCode, int> _refusals = [];
    private readonly TransportMemory _memory = new();
    private readonly LatencyHistogram _times = new();
    private readonly Lock _timesLock = new();
    private readonly string _url;
    private readonly SessionsOptions _options;
    private readonly ClientOptions _client;
    private readonly CrowdSession?[] _sessions;
    private int _connected;

    /// <param name="url">The server.</param>
    /// <param name="options">The number of sessions, and their rate.</param>
    /// <param name="client">The options of each client.</param>
    public Crowd(string url, SessionsOptions options, ClientOptions client)
    {
        _url = url;
        _options = options;
        _client = client with
        {
            Memory = _memory,
            PublishRequests = 2,
            SessionTimeout = TimeSpan.FromMinutes(5),
            ConnectTimeout = TimeSpan.Zero, // tried again here, and counted
        };
        _sessions = new CrowdSession?[options.Count];
    }

    public int Connected => Volatile.Read(ref _connected);

    /// <summary>The number of times the server rejected a session, by status code.</summary>
    public IReadOnlyDictionary<StatusCode, int> Refusals => _refusals;

    public int Refused => _refusals.Values.Sum();

    /// <summary>The times that accepted sessions took from the first byte to the monitored item.</summary>
    public int[] Times
    {
        get
        {
            lock (_timesLock)
                return _times.Copy();
        }
    }

    public IEnumerable<CrowdSession> Sessions => _sessions.Select(static (_, i) => i)
        .Select(i => Volatile.Read(ref _sessions[i])).OfType<CrowdSession>();

    public long Notifications => Sessions.Sum(static session => session.Notifications);

    /// <summary>Connects all sessions.</summary>
    public async Task Connect(CancellationToken cancellationToken)
    {
        using var places = new SemaphoreSlim(_options.AtOnce);
        long start = Stopwatch.GetTimestamp();
        var tasks = new Task[_sessions.Length];
        for (int i = 0; i < tasks.Length; i++)
        {
            TimeSpan early = TimeSpan.FromSeconds((double)i / _options.PerSecond) - Stopwatch.GetElapsedTime(start);
            if (early > TimeSpan.Zero)
                await Task.Delay(early, cancellationToken).ConfigureAwait(false);

            await places.WaitAsync(cancellationToken).ConfigureAwait(false);
            tasks[i] = Connect(i, places, cancellationToken);
            if (i == 0)
                await tasks[i].ConfigureAwait(false); // the others use the endpoint that it finds
        }

        await Task.WhenAll(tasks).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await Parallel.ForEachAsync(
            Sessions,
            new ParallelOptions { MaxDegreeOfParallelism = ClosingAtOnce },
            static (session, _) => session.DisposeAsync()).ConfigureAwait(false);
        _memory.Dispose();
    }

    private async Task Connect(int index, SemaphoreSlim places, CancellationToken cancellationToken)
    {
        long began = Stopwatch.GetTimestamp();
        TimeSpan pause = s_firstPause;
        while (true)
        {
            bool isIn;
            try
            {
                isIn = await TryConnect(index, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                places.Release();
            }

            if (isIn || Stopwatch.GetElapsedTime(began).TotalSeconds >= _options.Patience)
                return;

            await Task.Delay(pause * (0.5 + Random.Shared.NextDouble()), cancellationToken).ConfigureAwait(false); // not all at once
            pause = pause * 2 < s_maxPause ? pause * 2 : s_maxPause;
            await places.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<bool> TryConnect(int index, CancellationToken cancellationToken)
    {
        var session = new CrowdSession();
        long began = Stopwatch.GetTimestamp();
        try
        {
            await session.Connect(_url, _client, cancellationToken).ConfigureAwait(false);
        }
        catch (ServiceException exception)
        {
            _refusals.AddOrUpdate(exception.Status, 1, static (_, count) => count + 1);
            return false;
        }
        catch (Exception exception) when (exception is SocketException or DecodingException)
        {
            _refusals.AddOrUpdate(StatusCodes.BadConnectionClosed, 1, static (_, count) => count + 1);
            return false;
        }

        lock (_timesLock)
            _times.Add(Stopwatch.GetElapsedTime(began).Ticks);

        Volatile.Write(ref _sessions[index], session);
        Interlocked.Increment(ref _connected);
        return true;
    }
}
