namespace OpcUa.Protocol.Transport;

/// <summary>A limit for the memory of many connections. Any thread may use it.</summary>
/// <param name="limit">The maximum number of bytes.</param>
/// <param name="all">The budget that this one is a part of, if any; bytes are taken from both.</param>
internal sealed class MemoryBudget(long limit, MemoryBudget? all = null)
{
    private long _used;

    public long Used => Volatile.Read(ref _used);

    /// <summary>Takes bytes.</summary>
    /// <returns><see langword="false"/> if the limit would be exceeded; then nothing is taken.</returns>
    public bool TryTake(long bytes)
    {
        if (Interlocked.Add(ref _used, bytes) <= limit && (all is null || all.TryTake(bytes)))
            return true;

        Interlocked.Add(ref _used, -bytes);
        return false;
    }

    /// <summary>Returns bytes.</summary>
    public void Give(long bytes)
    {
        Interlocked.Add(ref _used, -bytes);
        all?.Give(bytes);
    }
}
