using System.Net;
using System.Threading.RateLimiting;

namespace Pooling.JsonExport.Serving;

/// <summary>Lets so many exports run at once, of all clients and of each, and lets some wait.</summary>
/// <remarks>
/// <para>A request first needs a place of its client, then one of all. So in the line for the places of all no client has more requests
/// than it may run: whoever comes waits behind a few of each other client, not behind everything that one of them sent.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// </remarks>
internal sealed class ExportGate : IAsyncDisposable
{
    private readonly ExportLimit _limit;
    private readonly TimeSpan _patience;
    private readonly PartitionedRateLimiter<IPAddress> _places;
    private int _running;
    private int _mostRunning;
    private int _waiting;

    /// <param name="limit">How many.</param>
    /// <param name="patience">How long a request waits at most.</param>
    public ExportGate(ExportLimit limit, TimeSpan patience)
    {
        _limit = limit;
        _patience = patience;
        _places = PartitionedRateLimiter.CreateChained(
            PartitionedRateLimiter.Create<IPAddress, IPAddress>(
                client => RateLimitPartition.GetConcurrencyLimiter(client, _ => Places(limit.RunningOfClient, limit.WaitingOfClient))),
            PartitionedRateLimiter.Create<IPAddress, int>( // its line is bounded by what clients may run
                _ => RateLimitPartition.GetConcurrencyLimiter(0, _ => Places(limit.Running, waiting: int.MaxValue))));
    }

    public TimeSpan Duration => _limit.Duration;

    public int Running => Volatile.Read(ref _running); // pairs with the counting of Enter and Leave

    public int MostRunning => Volatile.Read(ref _mostRunning); // pairs with the compare-and-swap of Enter

    public int Waiting => Volatile.Read(ref _waiting); // pairs with the counting of Wait

    /// <summary>Waits for a place.</summary>
    /// <param name="client">Who asks.</param>
    /// <param name="cancellationToken">Ends the waiting, when the client has gone.</param>
    /// <returns>The place, to be given to <see cref="Leave"/>; <see langword="null"/> if too many wait, or it took too long.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
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

        int running = Interlocked.Increment(ref _running); // pairs with the decrement of Leave
        for (int most = _mostRunning; running > most;)
            most = Math.Max(most, Interlocked.CompareExchange(ref _mostRunning, running, most)); // pairs with the read of MostRunning

        return place;
    }

    /// <summary>Gives a place back.</summary>
    public void Leave(RateLimitLease place)
    {
        Interlocked.Decrement(ref _running); // before the place is free, so that nobody counts one too many
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

    /// <summary>What those get whose patience is over.</summary>
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
