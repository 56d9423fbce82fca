using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>Finds a second in which a busy server allocated almost nothing.</summary>
/// <remarks>When a busy machine suspends a server for a moment, its queues and buffers grow with the backlog. That is not a cost of its
/// packets, and it ends after some time; the cost of packets occurs in every second.</remarks>
internal sealed class QuietSecond
{
    private const int MinPacketsPerPlayer = 10;
    private const double MaxBytesPerPacket = 0.5;
    private const int Patience = 60;

    private volatile bool _isFound;

    /// <summary>Adds the figures of a second.</summary>
    public void Add(ServerFigures second) => _isFound |= second.Players > 0
        && second.PacketsOut >= MinPacketsPerPlayer * second.Players
        && second.Allocated <= second.Allowed(MaxBytesPerPacket);

    /// <summary>Waits for such a second, if the figures require one, while the players continue.</summary>
    /// <returns>The figures, and whether there was such a second.</returns>
    public async Task<ServerFigures> Excuse(ServerFigures figures, CancellationToken cancellationToken)
    {
        for (int second = 0; figures.AllocatesMuch && !_isFound && second < Patience; second++)
            await Task.Delay(1000, cancellationToken).ConfigureAwait(false);

        return figures with { HadQuietSecond = _isFound };
    }
}
