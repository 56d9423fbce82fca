namespace WebSockets.Protocol.Memory;

/// <summary>The bytes that many connections have together. Any thread.</summary>
/// <param name="limit">The most bytes.</param>
/// <param name="whole">The budget that this one is a share of, if it is one.</param>
/// <param name="isFair">Whether the share may have no more than is left of the whole: however many have all that they can get, there is
/// something left for the next one.</param>
public sealed class MemoryBudget(long limit, MemoryBudget? whole = null, bool isFair = false)
{
    private long _used;

    public long Used => Volatile.Read(ref _used);

    private long Left => limit - Used;

    /// <summary>Takes bytes.</summary>
    /// <returns><see langword="false"/> if they would be too many; none are taken.</returns>
    public bool TryTake(long bytes)
    {
        // Not added first: others would be refused for what is taken back.
        for (long used = Used; bytes <= limit - used && (!isFair || bytes <= whole!.Left - used);)
        {
            long was = Interlocked.CompareExchange(ref _used, used + bytes, used);
            if (was == used)
                return TryTakeOfWhole(bytes);

            used = was;
        }

        return false;
    }

    /// <summary>Gives bytes back.</summary>
    public void Give(long bytes)
    {
        Interlocked.Add(ref _used, -bytes);
        whole?.Give(bytes);
    }

    private bool TryTakeOfWhole(long bytes)
    {
        if (whole?.TryTake(bytes) != false)
            return true;

        Interlocked.Add(ref _used, -bytes);
        return false;
    }
}
