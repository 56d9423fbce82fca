namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures a packet and its context that are created and passed to an asynchronous listener with a token. The listener completes
/// synchronously.</summary>
public class ListenerBenchmarks
{
    private static readonly CancellationTokenSource s_ending = new();
    private static readonly MethodInfo s_onPacket = typeof(IListener).GetMethod(nameof(IListener.OnPacketAsync))!;

    private readonly object _connection = new();
    private readonly Listener _listener = new();
    private readonly Func<object, object, CancellationToken, Task> _converted =
        CachedDelegate.CreateConverter<Func<object, object, CancellationToken, Task>>(s_onPacket);

    [Benchmark(Baseline = true), Row("GC-011", Role.Before)]
    public long InvokeListener() =>
        End((Task)s_onPacket.Invoke(_listener, [new PacketContext(_connection, new Chat(1, 2)), s_ending.Token])!);

    [Benchmark, Row("GC-011", Role.Published)]
    public long InterfaceListener() =>
        End(((IListener)_listener).OnPacketAsync(new PacketContext(_connection, new Chat(1, 2)), s_ending.Token));

    /// <summary>Uses a listener that is only known as an object.</summary>
    [Benchmark, Row("GC-011", Role.Ours, "CachedDelegate.CreateConverter")]
    public long ConvertedListener() => End(_converted(_listener, new PacketContext(_connection, new Chat(1, 2)), s_ending.Token));

    private long End(Task task)
    {
        task.GetAwaiter().GetResult();
        return _listener.Sum;
    }

    /// <summary>Receives packets with a context that is boxed for each of them.</summary>
    public interface IListener
    {
        Task OnPacketAsync(object context, CancellationToken cancellationToken);
    }

    private sealed class Listener : IListener
    {
        internal long Sum { get; private set; }

        [MethodImpl(MethodImplOptions.NoInlining)] // otherwise the box is not created
        public Task OnPacketAsync(object context, CancellationToken cancellationToken)
        {
            var packetContext = (PacketContext)context;
            if (packetContext.Connection is not null && !cancellationToken.IsCancellationRequested)
                Sum += ((Chat)packetContext.Packet!).Id;

            return Task.CompletedTask;
        }
    }

    private sealed record Chat(long Id, long Time);
}
