namespace Pooling.Samples;

/// <summary>A limit on a resource of clients, such as bytes or items. It covers all clients, the clients of one address, or one session. A
/// share is usually a part of a larger one, and an amount taken from it is also taken from the larger one.</summary>
/// <param name="limit">The maximum amount.</param>
/// <param name="whole">The share that this one is a part of, if any.</param>
/// <param name="isFair">Whether this part may hold at most as much as is left of the whole. Then one address gets at most a half, and two
/// addresses get a third each. There is always something left for the next address.</param>
/// <remarks>
/// <para>Thread safety: any thread may use it. Of two threads that take the last amount at the same time, both may fail.</para>
/// <para>Allocation: none after the constructor.</para>
/// <para>Source of the fair part: Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches" (1998).</para>
/// </remarks>
internal sealed class Share(long limit, Share? whole = null, bool isFair = false)
{
    private long _used;

    /// <summary>Gets the amount that is taken.</summary>
    public long Used => Volatile.Read(ref _used); // pairs with the writes in TryTake and Give

    /// <summary>Attempts to take an amount.</summary>
    /// <param name="amount">The amount, at least 0.</param>
    /// <returns><see langword="false"/> if a limit would be exceeded; then nothing is taken.</returns>
    public bool TryTake(long amount)
    {
        long used = Interlocked.Add(ref _used, amount);
        if (used <= limit && (whole is null || ((!isFair || used <= whole.Left) && whole.TryTake(amount))))
            return true;

        Interlocked.Add(ref _used, -amount);
        return false;
    }

    /// <summary>Returns an amount that was taken.</summary>
    /// <param name="amount">The amount.</param>
    public void Give(long amount)
    {
        Interlocked.Add(ref _used, -amount);
        whole?.Give(amount);
    }

    private long Left => limit - Used;
}
