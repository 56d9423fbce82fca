namespace OpcUa.Protocol.Transport;

/// <summary>The bytes that many connections have together. Any thread.</summary>
internal sealed class MemoryBudget(long limit)
{
    private long _used;

    public long Used => Volatile.Read(ref _used);

    /// <summary>Takes bytes.</summary>
    /// <returns><see langword="false"/> if they would be too many; none are taken.</returns>
    public bool TryTake(long bytes)
    {
        if (Interlocked.Add(ref _used, bytes) <= limit)
            return true;

        Interlocked.Add(ref _used, -bytes);
        return false;
    }

    /// <summary>Gives bytes back.</summary>
    public void Give(long bytes) => Interlocked.Add(ref _used, -bytes);
}
