namespace WebSockets.Protocol.Memory;

/// <summary>A limited number of bytes that many connections share. Any thread.</summary>
/// <param name="limit">The maximum number of bytes.</param>
/// <param name="whole">The budget of which this one is a share, if any.</param>
/// <param name="isFair">Whether the share may have no more than is left of the whole. Then there is always something left for the next
/// share.</param>
public sealed class MemoryBudget(long limit, MemoryBudget? whole = null, bool isFair = false)
{
    private long _used;

    public long Used => Volatile.Read(ref _used);

    private long Left => limit - Used;

    /// <summary>Takes bytes.</summary>
    /// <returns><see langword="false"/> if the limit would be exceeded; then none are taken.</returns>
    public bool TryTake(long bytes)
    {
        // Not added before the check, because other threads would be refused bytes that are returned afterwards.
        for (long used = Used; bytes <= limit - used && (!isFair || bytes <= whole!.Left - used);)
        {
            long was = Interlocked.CompareExchange(ref _used, used + bytes, used);
            if (was == used)
                return TryTakeOfWhole(bytes);

            used = was;
        }

        return false;
    }

    /// <summary>Returns bytes.</summary>
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
