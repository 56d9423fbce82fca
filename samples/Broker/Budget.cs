namespace Pooling.Samples.Broker;

/// <summary>A part of the bytes that may wait for all clients. It may grow to half of what the larger part has left, so
/// that nobody can take what others need. Thread safety: any thread may use it; several at once may exceed the limit by
/// a message each.</summary>
/// <param name="larger">The part that this one belongs to; <see langword="null"/> if it is all of it.</param>
/// <param name="max">The limit of all, in bytes.</param>
internal sealed class Budget(Budget? larger, long max = 0)
{
    private long _used;

    public long Used => Interlocked.Read(ref _used);

    /// <summary>Gets the bytes that may be added now, which can be negative.</summary>
    public long Free => (larger is null ? max : larger.Free / 2) - Used;

    public void Add(long bytes)
    {
        Interlocked.Add(ref _used, bytes);
        larger?.Add(bytes);
    }
}
