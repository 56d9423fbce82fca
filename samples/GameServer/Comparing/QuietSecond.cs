using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>Finds a second in which a server had much to do and allocated next to nothing for it.</summary>
/// <remarks>When a busy machine halts a server for a moment, its queues and buffers grow to what waited meanwhile: that is not what its
/// packets cost, so it is over at some time. What packets cost, they cost in every second.</remarks>
internal sealed class QuietSecond
{
    private const int LeastPacketsPerPlayer = 10;
    private const double MostBytesPerPacket = 0.5;
    private const int Patience = 60;

    private volatile bool _isFound;

    /// <summary>Is told each second what the server did.</summary>
    public void Add(ServerFigures second) => _isFound |= second.Players > 0
        && second.PacketsOut >= LeastPacketsPerPlayer * second.Players
        && second.AllocatedForPackets <= MostBytesPerPacket * (second.PacketsIn + second.PacketsOut);

    /// <summary>Waits for such a second, if the figures need one to be excused, while the players go on.</summary>
    /// <returns>The figures, and whether there was one.</returns>
    public async Task<ServerFigures> Excuse(ServerFigures figures, CancellationToken cancellationToken)
    {
        for (int second = 0; figures.AllocatesMuch && !_isFound && second < Patience; second++)
            await Task.Delay(1000, cancellationToken).ConfigureAwait(false);

        return figures with { HadQuietSecond = _isFound };
    }
}
