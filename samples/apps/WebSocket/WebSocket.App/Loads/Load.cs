using System.Diagnostics;
using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Loads;

/// <summary>Many sockets that send in turn at a fixed rate, and compare the echoes.</summary>
internal sealed class Load : IAsyncDisposable
{
    private const int MaxUnderWay = 1024; // messages per socket
    private const int MaxBytesUnderWay = 2 << 20; // per socket
    private const int ConnectsAtOnce = 50;
    private const int MaxKept = 16 * 1024; // buffers: as many as wait when the hub pauses for a moment
    private const int MaxBytesKept = 32 << 20;

    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60); // reached only if something is wrong

    private readonly IEchoClient[] _clients;
    private readonly BufferWriterPool _pool;
    private readonly CancellationTokenSource _stopping = new();
    private readonly int _rate;
    private Task _sending = Task.CompletedTask;

    private Load(IEchoClient[] clients, BufferWriterPool pool, int rate)
    {
        _clients = clients;
        _pool = pool;
        _rate = rate;
    }

    public long Sent => _clients.Sum(static client => client.Ledger.Sent);

    public long Received => _clients.Sum(static client => client.Ledger.Received);

    public long Waiting => _clients.Sum(static client => client.Waiting);

    public int[] Latencies
    {
        get
        {
            int[] sum = _clients[0].Ledger.Latencies.Copy();
            foreach (IEchoClient client in _clients.AsSpan(1))
                client.Ledger.Latencies.AddTo(sum);

            return sum;
        }
    }

    /// <summary>Connects the sockets, and starts to send.</summary>
    /// <exception cref="UsageException">There is no such hub.</exception>
    public static async Task<Load> Start(
        string mode, Uri url, int sockets, int rate, int size, CancellationToken cancellationToken)
    {
        var texts = new EchoTexts(size);
        int window = Math.Clamp(MaxBytesUnderWay / size, 1, MaxUnderWay);
        BufferWriterPool pool = CreatePool(size, Math.Min(sockets * window, MaxKept));
        var connection = new ConnectionOptions { ShouldReconnect = static _ => false }; // a loss is a fault here
        var options = new ReconnectingClientOptions
        {
            Pool = pool, // one for all sockets, so that each can use the buffers of the others
            Connection = connection,
            MaxMessageSize = LoadOptions.MaxSize,
            Outbox = new OutboxOptions { Capacity = MaxUnderWay },
        };
        var load = new Load(
            [.. Enumerable.Range(0, sockets).Select(number => Create(new EchoLedger(texts, number, window)))], pool, rate);
        try
        {
            await load.Connect(url, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await load.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        load._sending = Task.Run(load.Send, CancellationToken.None);
        return load;

        IEchoClient Create(EchoLedger ledger) => mode switch
        {
            WayNames.Before => new BeforeEcho(url, ledger, connection, LoadOptions.MaxSize),
            WayNames.Plain => new PlainEcho(url, ledger),
            _ => new PooledEcho(url, ledger, options),
        };
    }

    /// <summary>Stops sending, waits for the messages in transit, and closes the sockets.</summary>
    /// <returns>The faults, one line each.</returns>
    public async Task<IReadOnlyList<string>> End(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _sending.ConfigureAwait(false);
        for (var time = Stopwatch.StartNew(); Received < Sent && time.Elapsed < s_patience;)
            await Task.Delay(10, cancellationToken).ConfigureAwait(false);

        long missing = Sent - Received;
        long faults = _clients.Sum(static client => client.Faults); // before closing, which does not lose checked messages
        await Task.WhenAll(_clients.Select(static client => client.CloseAsync())).WaitAsync(cancellationToken).ConfigureAwait(false);
        return
        [
            .. Fault.Of(_pool.GetStatistics().InUse, "buffers were not returned"),
            .. Fault.Of(missing, "messages were not returned"),
            .. Fault.Of(_clients.Sum(static client => client.Ledger.Wrong), "messages were returned wrong or out of order"),
            .. Fault.Of(faults, "connections or messages were lost, or callbacks failed"),
            .. Fault.Of(Received == 0 ? 1 : 0, "measurement without a message"),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _sending.ConfigureAwait(false);
        await Task.WhenAll(_clients.Select(static client => client.DisposeAsync().AsTask())).ConfigureAwait(false);
        _pool.Dispose();
        _stopping.Dispose();
    }

    /// <summary>Creates a pool that has enough buffers for the longest pause of the hub from the beginning. It keeps them, because the next
    /// pause needs them again.</summary>
    private static BufferWriterPool CreatePool(int size, int buffers)
    {
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetained = MaxKept, TrimAfter = Timeout.InfiniteTimeSpan });
        var leases = new PooledLease<PooledArrayBufferWriter<byte>>[Math.Min(buffers, (MaxBytesKept / size) + 1)];
        foreach (ref PooledLease<PooledArrayBufferWriter<byte>> lease in leases.AsSpan())
        {
            lease = pool.Rent();
            lease.Value.GetSpan(size);
        }

        foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in leases)
            lease.Dispose();

        return pool;
    }

    private async Task Connect(Uri url, CancellationToken cancellationToken)
    {
        try
        {
            foreach (IEchoClient[] some in _clients.Chunk(ConnectsAtOnce))
                await Task.WhenAll(some.Select(client => client.StartAsync(cancellationToken))).ConfigureAwait(false);
        }
        catch (WebSocketException exception)
        {
            throw new UsageException($"cannot connect to {url}: {exception.Message}");
        }
    }

    /// <summary>Sends the messages that are due at each tick. A socket with many messages in transit is skipped, so that a hub that is
    /// slower than the rate is not flooded. Skipped messages are not sent later.</summary>
    private async Task Send()
    {
        using var timer = new PeriodicTimer(s_tick);
        long start = Stopwatch.GetTimestamp();
        long due = 0;
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false))
            {
                for (long now = (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * _rate); due < now; due++)
                {
                    IEchoClient client = _clients[due % _clients.Length];
                    if (client.Ledger.HasRoom && !client.Send(client.Ledger.Begin()))
                        client.Ledger.Undo();
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The normal end of the loop.
        }
    }
}
