namespace Pooling.Extensions;

/// <summary>Computes by how much a counter that only grows has grown within a window of time.</summary>
/// <remarks>Keeps a total for each sixteenth of the window, so that it stays small however often the counter is read.
/// What it forgets is therefore up to a sixteenth older than the window.</remarks>
internal sealed class GrowthWindow(TimeSpan window)
{
    private const int Parts = 16;

    // new counters begin at 0
    private readonly Queue<(TimeSpan Time, long Total)> _earlier = new([(TimeSpan.MinValue, 0)]);
    private TimeSpan _lastTime = TimeSpan.MinValue;

    /// <summary>Takes in the total of now.</summary>
    /// <returns>The growth within the window.</returns>
    internal long Add(TimeSpan now, long total)
    {
        while (_earlier.Count > 1 && _earlier.ElementAt(1).Time <= now - window)
            _earlier.Dequeue();

        long growth = total - _earlier.Peek().Total;
        if (_lastTime == TimeSpan.MinValue || now - _lastTime >= window / Parts)
        {
            _earlier.Enqueue((now, total));
            _lastTime = now;
        }

        return Math.Max(0, growth);
    }
}
