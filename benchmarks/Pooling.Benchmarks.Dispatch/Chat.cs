namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet of 32 B as a class.</summary>
public sealed class Chat(long id, long time)
{
    public long Id { get; } = id;

    public long Time { get; } = time;
}
