using System.Net;
using System.Threading.RateLimiting;

namespace Pooling.JsonExport.Serving;

/// <summary>Limits the number of concurrent exports, in total and for each client, and queues others.</summary>
/// <remarks>
/// <para>A request first needs a place of its client, and then one of the total. So the queue for the total never contains more requests of
/// a client than it may run: a new request waits behind a few requests of each other client, and not behind everything that one client has
/// sent.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// </remarks>
internal sealed class ExportGate : IAsyncDisposable
{
    private readonly ExportLimit _limit;
    private readonly TimeSpan _patience;
    private readonly PartitionedRateLimiter<IPAddress> _places;
    private int _running;
    private int _maxRunning;
    private int _waiting;

    /// <param name="limit">The limits.</param>
    /// <param name="patience">The maximum time that a request waits.</param>
    public ExportGate(ExportLimit limit, TimeSpan patience)
    {
        _limit = limit;
        _patience = patience;
        _places = PartitionedRateLimiter.CreateChained(
            PartitionedRateLimiter.Create<IPAddress, IPAddress>(
                client => RateLimitPartition.GetConcurrencyLimiter(client, _ => Places(limit.RunningOfClient, limit.WaitingOfClient))),
            PartitionedRateLimiter.Create<IPAddress, int>( // its queue is limited by what clients may run
                _ => RateLimitPartition.GetConcurrencyLimiter(0, _ => Places(limit.Running, waiting: int.MaxValue))));
    }

    public TimeSpan Duration => _limit.Duration;

    public int Running => Volatile.Read(ref _running); // pairs with the counting in Enter and Leave

    public int MaxRunning => Volatile.Read(ref _maxRunning); // pairs with the compare-and-swap in Enter

    public int Waiting => Volatile.Read(ref _waiting); // pairs with the counting in Wait

    /// <summary>Waits for a place.</summary>
    /// <param name="client">The address of the client.</param>
    /// <param name="cancellationToken">A token that cancels the wait when the client has disconnected.</param>
    /// <returns>The place, to be passed to <see cref="Leave"/>; <see langword="null"/> if too many requests wait, or the wait timed
    /// out.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled.</exception>
    public async ValueTask<RateLimitLease?> Enter(IPAddress client, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        RateLimitLease place = _places.AttemptAcquire(client);
        if (!place.IsAcquired)
        {
            place.Dispose();
            place = await Wait(client, cancellationToken).ConfigureAwait(false);
        }

        if (!place.IsAcquired)
        {
            place.Dispose();
            return null;
        }

        int running = Interlocked.Increment(ref _running); // pairs with the decrement in Leave
        for (int most = _maxRunning; running > most;)
            most = Math.Max(most, Interlocked.CompareExchange(ref _maxRunning, running, most)); // pairs with the read in MaxRunning

        return place;
    }

    /// <summary>Releases a place.</summary>
    public void Leave(RateLimitLease place)
    {
        Interlocked.Decrement(ref _running); // before the place is free, so that the count is never too high
        place.Dispose();
    }

    public ValueTask DisposeAsync() => _places.DisposeAsync();

    private static ConcurrencyLimiterOptions Places(int running, int waiting) => new()
    {
        PermitLimit = running,
        QueueLimit = waiting,
        QueueProcessingOrder = QueueProcessingOrder.OldestFirst,
    };

    private async Task<RateLimitLease> Wait(IPAddress client, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(_patience);
        Interlocked.Increment(ref _waiting);
        try
        {
            return await _places.AcquireAsync(client, cancellationToken: patience.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return NoPlace.Instance;
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    /// <summary>The result for requests whose wait timed out.</summary>
    private sealed class NoPlace : RateLimitLease
    {
        public static readonly NoPlace Instance = new();

        public override bool IsAcquired => false;

        public override IEnumerable<string> MetadataNames => [];

        public override bool TryGetMetadata(string metadataName, out object? metadata)
        {
            metadata = null;
            return false;
        }
    }
}
